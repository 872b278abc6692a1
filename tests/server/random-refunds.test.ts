import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCurrency } from '#contract/money.ts'
import { putBackMs } from '#contract/rules/put-back.ts'
import type { Refundable } from '#contract/schemas/refund.ts'
import { findRefundable } from '#server/modules/tickets/refundable.ts'
import { findTicket } from '#server/modules/tickets/repository.ts'
import { countOf } from '../../scripts/test/shares.mjs'
import { fromSeed, seedOfDay } from '../support/seeded-random.ts'
import { addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import {
  copyPlaced,
  drawChoice,
  drawOrder,
  listOverpaid,
  refundBodyOf,
  restOf,
  tendersOf,
} from './support/mixed-orders.ts'
import { administratorOf, move, refund } from './support/placed.ts'
import { RandomOrders } from './support/random-orders.ts'
import { expectBooks } from './support/tenders.ts'
import { wholeRest } from '../support/whole-rest.ts'

/**
 * Orders with any tax classes, roundings, codes, rewards, tips and tenders, on a real server with its ledger. `npm run
 * random-orders` plays as many as time allows. Hundreds of thousands without a server: tests/src/sync/estimate-many.test.ts
 * (both sides price them) and tests/contract/refund.test.ts (they are refunded in parts).
 */
describe.for(databases)('any order that is refunded in any parts [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const refundableOf = async (id: string): Promise<Refundable> =>
    findRefundable((await findTicket(larder.database, tavola.location, id))!)!

  const orders = countOf('orders by two tenders that go back in parts on the server')
  it(
    `comes to the same on device and server, no tender gets more than it paid, and the books stand: ${orders} orders`,
    { timeout: 600_000 },
    async () => {
      const first = seedOfDay() * 1000
      const seeds = Array.from({ length: orders }, (_, at) => first + at)
      // To replay a failing order alone: `npm run random-orders -- --seed <seed> --orders 1`.
      expect(await (await RandomOrders.at(larder)).play(seeds)).toEqual([])
      await expectBooks(larder)
    },
  )

  const copies = countOf('copies of orders by two tenders that go back in parts on the server')
  const kinds = Math.max(5, Math.ceil(copies / 50))
  it(
    `gives no tender more than it paid, and leaves books that stand: ${copies} copies of ${kinds} orders`,
    { timeout: 1_800_000 },
    () =>
      fromSeed(async (roll) => {
        const perKind = Math.ceil(copies / kinds)
        const table = await RandomOrders.at(larder)
        let staff = await administratorOf(larder)
        const placed: { id: string; totalCents: number }[] = []
        for (let kind = 0; kind < kinds; kind++) {
          const order = await table.place(drawOrder(roll))
          await move(staff, order.id, 'Completed')
          placed.push({ id: order.id, totalCents: parseCurrency(order.placed.totals.total) })
        }
        // By then the orders are off the board: the answer to a refund contains everything on it.
        larder.clock.advance(putBackMs + 60_000)
        staff = await administratorOf(larder)
        for (const { id, totalCents } of placed) {
          const ids = await copyPlaced(larder, id, perKind)
          for (const copy of ids) {
            let backCents = 0
            const give = async (left: Refundable, choice = drawChoice(left, roll)): Promise<void> => {
              const body = refundBodyOf(left, choice)
              const { status } = await refund(staff, copy, body)
              expect(status, copy).toBe(body.amount === 0 ? 422 : 200)
              backCents += Math.round(body.amount! * 100)
            }
            for (let step = 1 + roll(2); step > 0; step--) await give(await refundableOf(copy))
            const left = await refundableOf(copy)
            expect(backCents + restOf(left), copy).toBe(totalCents)
            if (roll(3) === 0) await give(left, wholeRest(left))
          }
          await larder.minute()
          expect(listOverpaid(await tendersOf(larder, ids), true)).toEqual([])
        }
        await expectBooks(larder)
      }),
  )
})
