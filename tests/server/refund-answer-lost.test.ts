import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookedOf, cardsOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, tavola } from './support/larder.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, refund } from './support/placed.ts'
import { orderOfCard, referenceOf, refundOrder, seenOrder } from './support/staff-cards.ts'
import {
  boughtCard,
  deliverEvents,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  refundsAt,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

/** Refunds that the provider has made, and whose answer never arrived. */
describe.for(databases)('a refund whose answer was lost [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  beforeAll(async () => void (larder = await startStripeLarder(engine)))
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    owner = await administratorOf(larder)
    larder.stripe.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { kind: 'cut-after' } : undefined
  })
  afterEach(() => {
    larder.stripe.fault = undefined
    larder.stripe.account('acct_tavola').events.length = 0
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const givenBack = (intentId: string): number[] => refundsAt(larder, intentId).map(({ amount }) => amount)
  /** The next round, which asks for the refund. */
  const ask = async (): Promise<void> => {
    await larder.minute()
    larder.stripe.fault = undefined
  }
  /** The cardholder disputes this much, and their bank decides for them. */
  const loseDispute = async (intentId: string, cents: number): Promise<void> => {
    const dispute = dashboard().dispute(intentId, cents)
    await deliverEvents(larder)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    larder.clock.advance(61 * 60_000)
    await larder.minute()
  }

  it('of a dish is booked as made, whatever a bank takes of the rest', async () => {
    const { ticket, intentId } = await paidTicket(larder, tavola, true, 2)
    const { refundable } = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    const [line] = refundable!.lines
    const cents = Math.floor(line!.cents / 2)
    const paidCents = refundable!.tenders.reduce((sum, one) => sum + one.order_cents + one.tip_cents, 0)
    const made = await refund(owner, ticket.id, {
      lines: [{ index: line!.index, quantity: 1 }],
      amount: cents / 100,
    })
    expect(made.status).toBe(200)
    await ask()
    expect(givenBack(intentId)).toEqual([cents])
    await loseDispute(intentId, paidCents - cents)
    expect(givenBack(intentId)).toEqual([cents])
    expect(await earnedOf(larder, ticket.id)).toEqual({
      disputes: cents - paidCents,
      orders: paidCents - cents,
    })
    const parts = await larder.database.query(
      'SELECT done_at IS NOT NULL AS done, by_bank FROM refund_parts WHERE ticket_id = $1',
      [ticket.id],
    )
    expect(parts).toEqual([{ done: true, by_bank: false }])
  })

  it('is booked for the dish whose refund was made, and not for another that is still to be made', async () => {
    const { ticket, intentId } = await paidTicket(larder, tavola, true, 3)
    const idsOf = async (isDone: boolean): Promise<unknown[]> =>
      (
        await larder.database.query(
          'SELECT id FROM refund_parts WHERE ticket_id = $1 AND (done_at IS NOT NULL) = $2 ORDER BY created_at',
          [ticket.id, isDone],
        )
      ).map(({ id }) => id)
    const { refundable } = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    const [line] = refundable!.lines
    const cents = Math.floor(line!.cents / 3)
    for (let count = 0; count < 2; count++) {
      larder.clock.advance(1000)
      const of = { lines: [{ index: line!.index, quantity: 1 }], amount: cents / 100 }
      expect((await refund(owner, ticket.id, of)).status).toBe(200)
    }
    const [first, second] = await idsOf(false)
    larder.stripe.fault = ({ method, path, key }) =>
      method === 'POST' && path === '/v1/refunds'
        ? { kind: key?.includes(String(first)) ? 'cut-before' : 'cut-after' }
        : undefined
    await ask()
    expect(givenBack(intentId)).toEqual([cents])
    await deliverEvents(larder)
    expect([await idsOf(true), await idsOf(false)]).toEqual([[second], [first]])
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    expect(givenBack(intentId)).toEqual([cents, cents])
  })

  it('of a canceled order is told to its guest once', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    await move(owner, ticket.id, 'Cancelled')
    await ask()
    await deliverEvents(larder)
    larder.clock.advance(10 * 60_000)
    await larder.minute()
    expect(givenBack(intentId)).toEqual([1742])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    const told = larder.emails.filter(
      ({ kind, text }) => kind === 'order-refunded' && text.includes('$17.42'),
    )
    expect(told).toHaveLength(1)
  })

  it('of gift cards is booked as made, even where a bank takes the payment, too', async () => {
    const { order, intentId } = await boughtCard(larder)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await ask()
    expect(givenBack(intentId)).toEqual([2500])
    await loseDispute(intentId, 2500)
    expect(givenBack(intentId)).toEqual([2500])
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: 2500, disputes: -2500 })
    // Hours later, the manager's session has expired.
    const { refunds } = await seenOrder(await administratorOf(larder), reference)
    expect(refunds).toMatchObject([{ amount_cents: 2500, done_at: expect.any(String) }])
    expect(refunds[0]).not.toHaveProperty('dispute')
  })
})
