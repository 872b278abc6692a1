import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderNumber } from '#server/modules/payments/attempts.ts'
import { databases } from './support/databases.ts'
import { atEachWait, behindOneAddress, type OneAddress } from './support/dying.ts'
import { Guest, type Reply, startTestLarder, type TestLarder } from './support/larder.ts'
import { freeAll } from './support/leases.ts'
import { completeOrder, margherita } from './support/orders.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, kitchenPath, place, placedOrder, refund } from './support/placed.ts'
import { buy, orderOfCard, referenceOf, refundOrder } from './support/staff-cards.ts'
import { expectBooks } from './support/tenders.ts'

/**
 * A server dies at each moment at which that leaves something else behind while it refunds: in the staff's call, and in the round that asks the provider
 * (killed-server.test.ts).
 */
describe.for(databases.slice(0, 1))(
  'a server that dies at any wait while money goes back [$name]',
  (engine) => {
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

    const givenBackOf = async (id: string): Promise<number[]> =>
      (
        await larder.database.query<{ amount: number }>(
          `SELECT (r.body->>'amount')::int AS amount FROM sandbox_objects r JOIN sandbox_objects i ON i.id = r.body->>'payment_intent'
         WHERE r.kind = 'refund' AND i.body->'metadata'->>'ticket' IN ($1, $2)`,
          [id, orderNumber(id)],
        )
      ).map(({ amount }) => amount)
    /** Prepares a payment, and returns the call that refunds it. */
    type GoesBack = (
      manager: SignedIn,
    ) => Promise<{ id: string; cents: number; back: (key: string) => Promise<Reply<unknown>> }>
    const goingBack: Record<string, GoesBack> = {
      'an order that is cancelled': async (manager) => {
        const { id } = await placedOrder(new Guest(at.front))
        return {
          id,
          cents: 1742,
          back: (key) => manager.send('PUT', `${kitchenPath}/orders/${id}`, { status: 'Cancelled' }, { key }),
        }
      },
      'a dish': async (manager) => {
        const guest = new Guest(at.front)
        const { id, items } = await place(guest, await completeOrder(guest, margherita({ quantity: 2 })))
        const part = { lines: [{ index: items[0]!.index, quantity: 1 }], amount: 17.42 }
        return { id, cents: 1742, back: (key) => refund(manager, id, part, key) }
      },
      'an order for gift cards': async (manager) => {
        const { order, cards } = await buy(at.front, new Guest(at.front))
        const { reference } = await orderOfCard(manager, await referenceOf(larder, cards[0]!.id))
        return {
          id: order.id,
          cents: 2500,
          back: (key) => refundOrder(manager, reference, { amount_cents: 2500 }, key),
        }
      },
    }
    it.for(Object.entries(goingBack))(
      'during the refund of %s, and in its refund round: it is refunded once (I2)',
      { timeout: 300_000 },
      async ([, goesBack]) => {
        const manager = await administratorOf(at.front)
        const deaths = await atEachWait(larder, at, async ({ wait, over }) => {
          const { id, cents, back } = await goesBack(manager)
          const key = randomUUID()
          await over(
            () => back(key),
            (dying) => dying.refund(),
          )
          await freeAll(larder.database)
          const again = await back(key)
          expect(again.status, `killed at its wait ${wait}: ${JSON.stringify(again.body)}`).toBe(200)
          for (let round = 0; round < 2; round++) {
            larder.clock.advance(61_000)
            await larder.minute()
          }
          expect(await givenBackOf(id), `killed at its wait ${wait}`).toEqual([cents])
        })
        expect(deaths).toBeGreaterThan(10)
      },
    )
  },
)
