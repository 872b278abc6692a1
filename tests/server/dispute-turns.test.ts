import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/migrations/048-closed-inquiries.ts'
import type { ProviderDispute, ProviderPayment } from '#server/ports/payments/provider-books.ts'
import { bookedOf, cardsOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, ticketPath } from './support/larder.ts'
import { orderOfCard, referenceOf, refundOrder, seenOrder } from './support/staff-cards.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move } from './support/placed.ts'
import {
  boughtCard,
  deliverEvents,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  refundsAt,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

/** Disputes whose outcome a bank reverses again and again: the ledger follows each time. */
describe.for(databases)('a dispute whose outcome changes [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  /** The state that an outdated answer of the provider has. */
  let early: ProviderDispute['state'] | undefined
  beforeAll(async () => {
    larder = await startStripeLarder(engine, {
      payments: (made) => ({
        ...made,
        async findPayment(...asked): Promise<ProviderPayment | undefined> {
          const payment = await made.findPayment(...asked)
          if (!payment || early === undefined) return payment
          const state = early
          return { ...payment, disputes: payment.disputes.map((one) => ({ ...one, state })) }
        },
      }),
    })
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    owner = await administratorOf(larder)
  })
  afterEach(() => {
    larder.stripe.account('acct_tavola').events.length = 0
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const turn = async (id: string, status: 'won' | 'lost' | 'warning_closed'): Promise<void> => {
    larder.clock.advance(1000)
    dashboard().closeDispute(id, status)
    await deliverEvents(larder)
  }
  const readLate = async (intentId: string, state: ProviderDispute['state']): Promise<void> => {
    early = state
    await larder.database.query(
      'UPDATE provider_events SET done_at = NULL, next_try_at = 0 WHERE intent_id = $1',
      [intentId],
    )
    await larder.minute()
    early = undefined
  }
  /** The amounts that Stripe has refunded of a payment (cents). */
  const givenBack = (intentId: string): number[] => refundsAt(larder, intentId).map(({ amount }) => amount)
  const cardStatusOf = async (id: string) =>
    (await larder.database.query('SELECT status FROM cards WHERE id = $1', [id]))[0]?.['status']

  it.each([[['won', 'lost']], [['lost', 'won', 'lost', 'won']], [['won', 'lost', 'won', 'lost']]] as const)(
    'of an order for food, %s, is in the ledger as it stands after each',
    async (turns) => {
      const { ticket, intentId } = await paidTicket(larder)
      const dispute = dashboard().dispute(intentId)
      await deliverEvents(larder)
      for (const status of turns) {
        await turn(dispute, status)
        const by = status === 'lost' ? 'disputes' : 'card_provider'
        expect(await earnedOf(larder, ticket.id)).toEqual({ [by]: -1742, orders: 1742 })
      }
    },
  )

  it.each([[['won', 'lost']], [['lost', 'won', 'lost', 'won']], [['won', 'lost', 'won', 'lost']]] as const)(
    'of gift cards, %s, is in the ledger and holds the cards as it stands after each',
    async (turns) => {
      const { order, intentId } = await boughtCard(larder)
      const [card] = await cardsOf(larder, order.id)
      const dispute = dashboard().dispute(intentId)
      await deliverEvents(larder)
      for (const status of turns) {
        await turn(dispute, status)
        const by = status === 'lost' ? 'disputes' : 'card_provider'
        expect(await bookedOf(larder, order.id)).toEqual({ [by]: -2500, 'card:': 2500 })
        expect(await cardStatusOf(card!.id)).toBe(status === 'lost' ? 'frozen' : 'active')
      }
    },
  )

  it('for a part of a cancelled order’s payment, while another keeps the rest waiting, covers that part each time', async () => {
    const { ticket, intentId, guest } = await paidTicket(larder)
    const [dispute] = [700, 300].map((amountCents) => dashboard().dispute(intentId, amountCents))
    await deliverEvents(larder)
    await move(owner, ticket.id, 'Cancelled')
    for (const status of ['lost', 'won', 'lost', 'won'] as const) {
      await turn(dispute!, status)
      const { refunds } = await guest.ticket('GET', ticketPath(ticket.id))
      const taken = refunds!.flatMap(({ parts }) => parts).filter((part) => part.dispute === 'lost')
      expect(taken.map(({ amount }) => amount)).toEqual(status === 'lost' ? ['$7.00'] : [])
      const [orders, provider] = status === 'lost' ? [1042, 742] : [1742, 1442]
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -provider, disputes: -300, orders })
    }
  })

  it('and was lost beside another before its order was cancelled is owed again alone', async () => {
    const { ticket, intentId, guest } = await paidTicket(larder)
    const disputes = [700, 300].map((amountCents) => dashboard().dispute(intentId, amountCents))
    await deliverEvents(larder)
    for (const dispute of disputes) await turn(dispute, 'lost')
    await move(owner, ticket.id, 'Cancelled')
    const amountsOf = async (isTaken: boolean) => {
      const { refunds } = await guest.ticket('GET', ticketPath(ticket.id))
      const parts = refunds!.flatMap((refund) => refund.parts)
      return parts.filter(({ dispute }) => (dispute === 'lost') === isTaken).map(({ amount }) => amount)
    }
    expect(await amountsOf(true)).toEqual(['$10.00'])
    expect(await amountsOf(false)).toEqual(['$7.42'])
    await turn(disputes[0]!, 'won')
    expect(await amountsOf(true)).toEqual(['$3.00'])
    expect((await amountsOf(false)).toSorted()).toEqual(['$7.00', '$7.42'])
    // Both parts have been refunded by now, and the bank has the rest.
    await larder.minute()
    expect(givenBack(intentId).toSorted()).toEqual([700, 742])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('from a bank’s question that was closed freezes gift cards and is booked, and stays so, whatever is read late', async () => {
    const { order, intentId } = await boughtCard(larder)
    const [card] = await cardsOf(larder, order.id)
    const inquiry = dashboard().inquire(intentId)
    await deliverEvents(larder)
    await turn(inquiry, 'warning_closed')
    expect(await cardStatusOf(card!.id)).toBe('active')
    await readLate(intentId, 'inquiry')
    expect(await cardStatusOf(card!.id)).toBe('active')
    dashboard().escalate(inquiry)
    await deliverEvents(larder)
    const expectTaken = async (): Promise<void> => {
      expect(await cardStatusOf(card!.id)).toBe('frozen')
      expect(await bookedOf(larder, order.id)).toEqual({ disputes: -2500, 'card:': 2500 })
    }
    await expectTaken()
    for (const state of ['inquiry', 'closed'] as const) {
      await readLate(intentId, state)
      await expectTaken()
    }
    await turn(inquiry, 'won')
    expect(await cardStatusOf(card!.id)).toBe('active')
    for (const state of ['inquiry', 'closed', 'open'] as const) await readLate(intentId, state)
    expect(await cardStatusOf(card!.id)).toBe('active')
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
  })

  it.each(['as they happened', 'the last first'])(
    'from a bank’s question that was closed, told %s, is known of an order for food',
    async (how) => {
      const { ticket, intentId } = await paidTicket(larder)
      const inquiry = dashboard().inquire(intentId)
      dashboard().closeDispute(inquiry, 'warning_closed')
      if (how === 'as they happened') await deliverEvents(larder)
      dashboard().escalate(inquiry)
      if (how === 'the last first') larder.stripe.account('acct_tavola').events.reverse()
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({ disputes: -1742, orders: 1742 })
      const shown = async () => (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!.dispute
      expect(await shown()).toBe('open')
      dashboard().closeDispute(inquiry, 'lost')
      await deliverEvents(larder)
      expect(await shown()).toBe('lost')
      expect(await earnedOf(larder, ticket.id)).toEqual({ disputes: -1742, orders: 1742 })
    },
  )

  it('that an older version stored as won while it was an inquiry is corrected by the update, and a won one stays won', async () => {
    const [asked, taken] = [await paidTicket(larder), await paidTicket(larder)]
    const inquiry = dashboard().inquire(asked.intentId)
    const won = dashboard().dispute(taken.intentId)
    await deliverEvents(larder)
    await turn(inquiry, 'warning_closed')
    await turn(won, 'won')
    await larder.database.query(`UPDATE disputes SET state = 'won' WHERE id = $1`, [inquiry])
    await larder.database.transaction((tx) => tx.script(sql))
    const rows = await larder.database.query('SELECT id, state FROM disputes WHERE id = $1 OR id = $2', [
      inquiry,
      won,
    ])
    expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
      [inquiry]: 'closed',
      [won]: 'won',
    })
  })

  it('for a part of gift cards’ payment, while another keeps their refund waiting, covers that part each time', async () => {
    const { order, intentId } = await boughtCard(larder)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    const [dispute] = [700, 300].map((amountCents) => dashboard().dispute(intentId, amountCents))
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await deliverEvents(larder)
    for (const status of ['lost', 'won', 'lost', 'won'] as const) {
      await turn(dispute!, status)
      const [sales, provider] = status === 'lost' ? [1800, 1500] : [2500, 2200]
      expect(await bookedOf(larder, order.id)).toEqual({
        card_provider: -provider,
        card_sales: sales,
        disputes: -300,
      })
    }
  })

  it('of gift cards’ payment, that was lost beside another, is owed again alone', async () => {
    const { order, intentId } = await boughtCard(larder)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    const disputes = [700, 300].map((amountCents) => dashboard().dispute(intentId, amountCents))
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await deliverEvents(larder)
    // The first of the two events already reveals both.
    for (const dispute of disputes) dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    const takenOf = async () =>
      (await seenOrder(owner, reference)).refunds.flatMap((one) =>
        one.dispute === 'lost' ? [one.amount_cents] : [],
      )
    expect(await takenOf()).toEqual([1000])
    await turn(disputes[0]!, 'won')
    expect(await takenOf()).toEqual([300])
    const { refunds } = await seenOrder(owner, reference)
    expect(refunds.reduce((sum, one) => sum + one.amount_cents, 0)).toBe(2500)
    await larder.minute()
    // The rest may have been refused while the bank had the money; the request is repeated with the same key.
    expect(givenBack(intentId)).toContain(700)
  })
})
