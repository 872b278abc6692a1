import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import { databases } from './support/databases.ts'
import { atEachWait, behindOneAddress, type OneAddress } from './support/dying.ts'
import { Guest, type Reply, startTestLarder, submitPath, type TestLarder } from './support/larder.ts'
import { freeAll } from './support/leases.ts'
import { paidOrder } from './support/orders.ts'
import { chargedOf, paidStatus, payables } from './support/payables.ts'
import { expectBooks } from './support/tenders.ts'

/**
 * A server dies at each wait in turn at which that leaves something else behind than at the wait before, while it takes a payment or
 * places an order; another continues on the same database, and the phone repeats the call. The waits are counted by the run itself:
 * one more change in the code is one more death here. On PostgreSQL a food order stands for all.
 */
describe.for(databases)('a server that dies at any wait [$name]', (engine) => {
  const isWhole = engine.name === 'PGlite'
  let larder: TestLarder
  let at: OneAddress
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    at = behindOneAddress(larder)
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const rounds = async (): Promise<void> => {
    for (let round = 0; round < 2; round++) {
      larder.clock.advance(61_000)
      await larder.minute()
    }
  }
  /** Each test starts dozens of servers. */
  const timeout = { timeout: 300_000 }
  const meanwhile: [string, () => Promise<void>][] = [
    ['whose phone asks again at once', () => freeAll(larder.database)],
    ['whose rounds come first', rounds],
  ]
  describe.for(isWhole ? payableKinds : (['ticket'] as const))('during the payment for a %s', (kind) => {
    it.for(isWhole ? meanwhile : meanwhile.slice(0, 1))(
      '%s: it is charged once, and delivered once (P2, I7)',
      timeout,
      async ([, comes]) => {
        const deaths = await atEachWait(larder, at, async ({ wait, over }) => {
          const payable = await payables[kind](at.front)
          const key = randomUUID()
          await over(() => payable.pay(key))
          await comes()
          const said = `killed at its wait ${wait}`
          const again = await payable.pay(key)
          // A guest whose payment was refused was not charged, and may pay again.
          const isPaid = again.status === 200
          const charges = (await chargedOf(larder, payable.id)).length
          expect(charges, `${said}: ${JSON.stringify(again.body)}`).toBe(isPaid ? 1 : 0)
          if (!isPaid) await payable.pay(randomUUID())
          await rounds()
          expect(
            [await chargedOf(larder, payable.id), await payable.status(), await payable.given()],
            said,
          ).toEqual([[payable.dueCents], paidStatus[kind].placed, 1])
        })
        expect(deaths).toBeGreaterThan(5)
      },
    )
  })

  it.for(isWhole ? meanwhile : meanwhile.slice(0, 1))(
    'during a submit, %s: the order is placed once (B17)',
    timeout,
    async ([, comes]) => {
      const deaths = await atEachWait(larder, at, async ({ wait, over }) => {
        const guest = new Guest(at.front)
        const { id } = await paidOrder(guest)
        const key = randomUUID()
        const submit = (): Promise<Reply<unknown>> =>
          guest.send('POST', submitPath(id), { phone_number: '' }, { key })
        await over(submit)
        await comes()
        expect(await submit(), `killed at its wait ${wait}`).toMatchObject({
          status: 200,
          body: { ticket_order: { status: 'Submitted' } },
        })
        await rounds()
        const submissions = await larder.database.query('SELECT 1 FROM submissions WHERE ticket_id = $1', [
          id,
        ])
        expect([submissions.length, await chargedOf(larder, id)]).toEqual([1, [1742]])
      })
      expect(deaths).toBeGreaterThan(5)
    },
  )
})
