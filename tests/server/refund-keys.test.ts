import { expect, it, describe } from 'vitest'
import type { Payments } from '#server/ports/payments/payments.ts'
import { cardsOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder } from './support/larder.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'
import { orderOfCard, referenceOf, refundOrder } from './support/staff-cards.ts'
import { boughtCard, paidTicket, startStripeLarder } from './support/stripe/larder.ts'

describe.for(databases)('a refund [$name]', (engine) => {
  it('is asked for again with the key it was asked for with, so that it goes back once', async () => {
    const asked: Parameters<Payments['refund']>[0][] = []
    const larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        refund: async (refund) => {
          asked.push(refund)
          // The refund succeeded, but the answer was lost.
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

  it('is asked for by one at a time, also where the provider is asked twice because its key is old', async () => {
    const asked: boolean[] = []
    const larder = await startStripeLarder(engine, {
      payments: (made) => ({
        ...made,
        refund: ({ isOld }) => {
          asked.push(isOld)
          return Promise.resolve({ kind: 'unknown', reason: 'no answer' })
        },
      }),
    })
    const [fresh, old] = [
      [false, false],
      [true, true],
    ]
    const after = async (ms: number): Promise<boolean[]> => {
      larder.clock.advance(ms)
      asked.length = 0
      await larder.minute()
      return asked
    }
    const { order } = await boughtCard(larder)
    const owner = await administratorOf(larder)
    const card = await referenceOf(larder, (await cardsOf(larder, order.id))[0]!.id)
    const { reference } = await orderOfCard(owner, card)
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await move(owner, (await paidTicket(larder)).ticket.id, 'Cancelled')
    expect(await after(0)).toEqual(fresh)
    // A call may take some forty seconds.
    expect(await after(59_000)).toEqual([])
    expect(await after(1000)).toEqual(fresh)
    expect(await after(25 * 60 * 60_000)).toEqual(old)
    expect(await after(119_000)).toEqual([])
    expect(await after(1000)).toEqual(old)
    await larder.close()
  })
})
