import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCurrency } from '#contract/money.ts'
import { wholeRest } from '#contract/pricing/refund.ts'
import { isTooSmallForCard } from '#contract/pricing/tender.ts'
import { putBackMs } from '#contract/rules/put-back.ts'
import type { Refundable } from '#contract/schemas/refund.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findRefundable } from '#server/modules/tickets/refundable.ts'
import { findTicket } from '#server/modules/tickets/repository.ts'
import { countOf } from '../../scripts/test/shares.mjs'
import { fromSeed } from '../support/seeded-random.ts'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { chargedOf, estimateOf } from './support/estimates.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder, ticketPath } from './support/larder.ts'
import {
  copyPlaced,
  drawChoice,
  type DrawnOrder,
  drawOrder,
  placeMixed,
  refundBodyOf,
  restOf,
  tendersOf,
} from './support/mixed-orders.ts'
import { address, contact, startOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, refund } from './support/placed.ts'
import { taxedBy } from './support/tax-classes.ts'
import { addReward, balanceOf, earnedOf, expectBooks, useReward as takeReward } from './support/tenders.ts'

/**
 * Orders by any classes of tax, roundings, codes, rewards, tips and tenders, on a real server with its ledger. What makes hundreds of thousands of them
 * without one: tests/src/sync/estimate-many.test.ts (both sides price them), tests/contract/refund.test.ts (parts of them go back).
 */
describe.for(databases)('any order that goes back in any parts [$name]', (engine) => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  beforeEach(() => larder.clock.set(new Date(dinnerTime).toISOString()))
  afterAll(() => larder.close())

  /** Orders it as drawn, sees that the device said what the server charges, pays with two tenders and places it. */
  async function placeDrawn(one: DrawnOrder) {
    larder.change('tavola', taxedBy(one.taxes))
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { id } = await startOrder(ada, one.first)
    // One that the dishes so far are too few for is refused, and there is none.
    if (one.promo) await ada.send('POST', ticketPath(id, '/promocode'), { promo_code: one.promo })
    if (one.rewardCents !== undefined)
      await takeReward(ada, id, await addReward(larder, ada.userId, { amountCents: one.rewardCents }))
    const first = await ada.ticket('GET', ticketPath(id))
    const way = one.useDelivery ? { use_delivery: true } : { use_curbside: true }
    const estimate = await estimateOf(ada, first, one.added, [
      { kind: 'ticket.update', body: way },
      { kind: 'ticket.tip', tipCents: one.tipCents },
    ])
    await ada.ticket('POST', ticketPath(id, '/items'), { items: one.added })
    await ada.ticket('PUT', ticketPath(id), { ...way, ...contact, ...(one.useDelivery && address) })
    const ticket = await ada.ticket('POST', ticketPath(id, '/tip'), { tip: one.tipCents / 100 })
    expect({ ...estimate, estimated: false }).toEqual(chargedOf(ticket))
    // So few cents as no payment card is charged are the gift card's.
    const giftCents = isTooSmallForCard(parseCurrency(ticket.totals.due)) ? 1000 : one.giftCents
    const card = await addCard(larder, { userId: ada.userId, amountCents: Math.max(1, giftCents) })
    const placed = await placeMixed(ada, ticket, { cardId: card.id, giftCents })
    expect(chargedOf(placed).totalCents).toBe(estimate.totalCents)
    return { id, cardId: card.id, placed, ada }
  }

  const refundableOf = async (id: string): Promise<Refundable> =>
    findRefundable((await findTicket(larder.database, tavola.location, id))!)!
  const backOf = ({ refunds }: TicketOrder): number =>
    (refunds ?? []).reduce((sum, { amount }) => sum + parseCurrency(amount), 0)

  /**
   * No tender has more back than it paid, of the order or of the tip, and the provider gave no more than we say; once nothing is on its way, exactly that.
   */
  async function expectNoTenderOverpaid(idsBegin: string, isSettled = false): Promise<void> {
    const tenders = await tendersOf(larder, idsBegin)
    expect(
      tenders.filter(({ tender, paid, paid_tip, back, back_tip, given }) => {
        const owedCents = tender === 'card' ? 0 : back + back_tip
        return back > paid || back_tip > paid_tip || given > owedCents || (isSettled && given !== owedCents)
      }),
    ).toEqual([])
  }

  const orders = countOf('orders by two tenders that go back in parts on the server')
  it(
    `comes to the same on device and server, no tender gets more than it paid, and the books stand: ${orders} orders`,
    { timeout: 600_000 },
    () =>
      fromSeed(async (roll) => {
        const staff = await administratorOf(larder)
        for (let count = 0; count < orders; count++) {
          const drawn = drawOrder(roll)
          const { id, cardId, placed, ada } = await placeDrawn(drawn)
          const startCents = await balanceOf(larder, cardId)
          for (let step = roll(4); step > 0; step--) {
            const left = await refundableOf(id)
            const body = refundBodyOf(left, drawChoice(left, roll))
            expect((await refund(staff, id, body)).status).toBe(body.amount === 0 ? 422 : 200)
            if (roll(2) === 0) await larder.minute()
            await expectNoTenderOverpaid(id)
          }
          const rest = restOf(await refundableOf(id))
          expect(backOf(await ada.ticket('GET', ticketPath(id))) + rest).toBe(
            parseCurrency(placed.totals.total),
          )
          await move(staff, id, 'Cancelled')
          await larder.minute()
          const tenders = await tendersOf(larder, id)
          for (const { tender, paid, paid_tip, back, back_tip, given } of tenders)
            expect([back, back_tip, given]).toEqual([paid, paid_tip, tender === 'card' ? 0 : paid + paid_tip])
          const gift = tenders.find(({ tender }) => tender === 'card')
          expect(await balanceOf(larder, cardId)).toBe(startCents + (gift ? gift.paid + gift.paid_tip : 0))
          expect(await earnedOf(larder, id)).toEqual({})
        }
        await expectBooks(larder)
      }),
  )

  const copies = countOf('copies of orders by two tenders that go back in parts on the server')
  const kinds = Math.max(5, Math.ceil(copies / 50))
  it(
    `gives no tender more than it paid, and leaves books that stand: ${copies} copies of ${kinds} orders`,
    { timeout: 1_800_000 },
    () =>
      fromSeed(async (roll) => {
        const perKind = Math.ceil(copies / kinds)
        let staff = await administratorOf(larder)
        const placed: { id: string; totalCents: number }[] = []
        for (let kind = 0; kind < kinds; kind++) {
          const order = await placeDrawn(drawOrder(roll))
          await move(staff, order.id, 'Completed')
          placed.push({ id: order.id, totalCents: parseCurrency(order.placed.totals.total) })
        }
        // Off the board by then: a refund answers with all that is on it.
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
          await expectNoTenderOverpaid(id, true)
        }
        await expectBooks(larder)
      }),
  )
})
