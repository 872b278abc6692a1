import { expect, it, describe } from 'vitest'
import type { Payments } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder } from './support/larder.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'

describe.for(databases)('money that is given back [$name]', (engine) => {
  it('is asked for again with the key it was asked for with, so that it goes back once', async () => {
    const asked: Parameters<Payments['refund']>[0][] = []
    const larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        refund: async (refund) => {
          asked.push(refund)
          // Given back, and the answer lost on its way.
          const outcome = await made.refund(refund)
          return asked.length === 1 ? { kind: 'unknown', reason: 'no answer' } : outcome
        },
      }),
    })
    const placed = await placedOrder(new Guest(larder))
    await move(await administratorOf(larder), placed.id, 'Cancelled')
    await larder.minute()
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    expect(asked).toHaveLength(2)
    await larder.close()
  })
})
