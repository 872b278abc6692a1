import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { partText } from '#contract/rules/refund-words.ts'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { databases } from './support/databases.ts'
import { bookedOf, cardOrder, cardsOf, orderPath } from './support/card-orders.ts'
import { listFailed, settleRefund } from './support/failed-refunds.ts'
import { orderOfCard, referenceOf, refundOrder, seenOrder } from './support/staff-cards.ts'
import { dinnerTime, type Guest, tavola, ticketPath } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { actsOf } from './support/staff.ts'
import { findOrders } from './support/staff-orders.ts'
import { administratorOf, kitchenOf, move, refund } from './support/placed.ts'
import {
  boughtCard,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  deliverEvents,
  refundsAt,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

/** Food orders whose cardholder disputes the payment: nothing is refunded here before the bank has decided. */
describe.for(databases)('an order whose payment is disputed [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  beforeAll(async () => void (larder = await startStripeLarder(engine)))
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    larder.log.length = 0
    owner = await administratorOf(larder)
  })
  afterEach(() => void (larder.stripe.account('acct_tavola').events.length = 0))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const hour = async (): Promise<void> => {
    larder.clock.advance(61 * 60_000)
    await larder.minute()
  }
  const refundsOf = (intentId: string): number => refundsAt(larder, intentId).length
  const refusals = () => larder.log.filter(({ event }) => event.startsWith('refund_'))
  const partsOf = async (guest: Guest, id: string) =>
    (await guest.ticket('GET', ticketPath(id))).refunds!.flatMap(({ parts }) => parts)
  const receiptRefundsOf = async (guest: Guest, id: string) =>
    (await guest.send<ReceiptAnswer>('GET', `/location/:loc/receipt?type=ticket_order&object_id=${id}`)).body
      .receipt.refunds
  /** The texts about an order's only refund, everywhere it is shown. */
  const saidOf = async (buyer: Guest, id: string, reference: string) => {
    const [placed, transactions, receipt] = [
      await cardOrder(buyer, 'GET', orderPath(id)),
      await buyer.send<{ transactions: Transaction[] }>('GET', '/user/transactions'),
      await buyer.send<ReceiptAnswer>('GET', `/location/:loc/receipt?type=card_order&object_id=${id}`),
    ]
    const listed = transactions.body.transactions.find(({ refunds }) => refunds !== undefined)
    return {
      page: partText(placed.refunds![0]!.parts[0]!),
      transactions: partText(listed!.refunds![0]!.parts[0]!),
      receipt: receipt.body.receipt.refunds![0]!.dispute,
      // A manager's session has expired hours later, so sign in again.
      staff: (await seenOrder(await administratorOf(larder), reference)).refunds[0]!.dispute,
    }
  }
  /** The amount in the record of the last cancelled order, as the owner reads it. */
  const cancelledCents = async () =>
    (await actsOf(owner)).find(({ action }) => action === 'order_cancelled')?.amount_cents
  const disputed = async () => {
    const paid = await paidTicket(larder)
    const dispute = dashboard().dispute(paid.intentId)
    await deliverEvents(larder)
    return { ...paid, dispute }
  }

  it('an open dispute blocks part refunds and holds a cancellation’s refund until it is won', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    const shown = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    expect(shown.dispute).toBe('open')
    expect(shown.refundable!.tenders).toMatchObject([{ tender_type: 'credit_card', dispute: 'open' }])
    const part = await refund(owner, ticket.id, {
      lines: [{ index: shown.refundable!.lines[0]!.index, quantity: 1 }],
      amount: shown.refundable!.lines[0]!.cents / 100,
    })
    expect([part.status, part.body.message]).toEqual([
      409,
      `The guest’s bank disputes the payment of order ${ticket.name}, so it can’t be refunded here. Nothing was changed.`,
    ])
    expect((await move(owner, ticket.id, 'Cancelled')).status).toBe(200)
    const { success_message: said } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(said!.message).toContain('Your bank is looking into $17.42')
    expect(said!.message).not.toContain('goes back')
    await hour()
    expect(refusals()).toEqual([])
    const [waits] = await partsOf(guest, ticket.id)
    expect(partText(waits!)).toBe(
      'Your bank is looking into $17.42 paid with Visa ending in 4242, and decides where it goes.',
    )
    expect(await receiptRefundsOf(guest, ticket.id)).toMatchObject([
      { refund_amount: '$17.42', dispute: 'open' },
    ])
    const email = larder.emails.findLast(({ kind }) => kind === 'order-cancelled')!
    expect(email.text).toContain('Your bank is looking into $17.42')
    expect(email.text).not.toContain('goes back')
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect((await guest.ticket('GET', ticketPath(ticket.id))).success_message!.message).toMatch(
      / \$17\.42 goes back to Visa ending in 4242; allow 5–10 business days\.$/,
    )
    await hour()
    expect(refundsOf(intentId)).toBe(1)
    expect((await partsOf(guest, ticket.id))[0]).toMatchObject({ done_at: expect.any(String) })
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('lost, owes nothing any more: the bank has paid the guest, and both are notified', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    await move(owner, ticket.id, 'Cancelled')
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    await deliverEvents(larder)
    await hour()
    expect(refundsOf(intentId)).toBe(0)
    expect(refusals()).toEqual([])
    expect(partText((await partsOf(guest, ticket.id))[0]!)).toBe('Your bank has taken $17.42 back for you.')
    expect(await receiptRefundsOf(guest, ticket.id)).toMatchObject([
      { refund_amount: '$17.42', dispute: 'lost' },
    ])
    expect(await listFailed(owner)).toEqual([])
    // The bank's withdrawal is no refund by the restaurant.
    const { orders } = (await findOrders(owner, { number: ticket.name })).body
    expect(orders).toMatchObject([{ number: ticket.name, refunded_cents: 0 }])
    // The bank has the money, and nothing was earned.
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('lost, and won after all, is owed as before', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    await move(owner, ticket.id, 'Cancelled')
    for (const status of ['lost', 'won'] as const) {
      dashboard().closeDispute(dispute, status)
      await deliverEvents(larder)
    }
    await hour()
    expect(refundsOf(intentId)).toBe(1)
    const [part] = await partsOf(guest, ticket.id)
    expect(part).toMatchObject({ done_at: expect.any(String) })
    expect(part!.dispute).toBeUndefined()
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('of gift cards, lost and won after all, is owed as before', async () => {
    const { order, intentId } = await boughtCard(larder)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    const dispute = dashboard().dispute(intentId)
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    for (const status of ['lost', 'won'] as const) {
      dashboard().closeDispute(dispute, status)
      await deliverEvents(larder)
    }
    await hour()
    expect(refundsOf(intentId)).toBe(1)
    expect(await bookedOf(larder, order.id)).toEqual({})
  })

  it('that is cancelled after the dispute was lost promises no refund', async () => {
    const { ticket, intentId, guest, dispute } = await disputed()
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    const shown = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    expect([shown.dispute, shown.taken_cents]).toEqual(['lost', undefined])
    expect(shown.refundable!.tenders).toMatchObject([{ order_cents: 1742, lost_cents: 1742 }])
    await move(owner, ticket.id, 'Cancelled')
    expect(await cancelledCents()).toBe(0)
    await hour()
    expect(refundsOf(intentId)).toBe(0)
    expect((await partsOf(guest, ticket.id))[0]).toMatchObject({
      dispute: 'lost',
      done_at: expect.any(String),
    })
    expect(larder.emails.findLast(({ kind }) => kind === 'order-cancelled')!.text).toContain(
      'Your bank has taken $17.42 back for you.',
    )
  })

  it('without an event, is asked about once an hour, with its number in the log', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    dashboard().dispute(intentId)
    await move(owner, ticket.id, 'Cancelled')
    for (let minute = 0; minute < 5; minute++) {
      larder.clock.advance(61_000)
      await larder.minute()
    }
    expect(refusals().map(({ event, detail }) => [event, detail])).toEqual([
      ['refund_disputed', `order ${ticket.name} of tavola-nyc`],
    ])
    await deliverEvents(larder)
    await hour()
    expect(refusals()).toHaveLength(1)
  })

  it('lost for a part: the bank’s part is the guest’s already, and the rest goes as it was to', async () => {
    const { ticket, intentId, guest } = await paidTicket(larder)
    const dispute = dashboard().dispute(intentId, 700)
    await deliverEvents(larder)
    await move(owner, ticket.id, 'Cancelled')
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    const parts = await partsOf(guest, ticket.id)
    expect(parts.map(({ amount, dispute: stands }) => [amount, stands]).toSorted()).toEqual([
      ['$10.42', undefined],
      ['$7.00', 'lost'],
    ])
    const { success_message: said } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(said!.message).toContain('$10.42 goes back to Visa ending in 4242')
    expect(said!.message).toContain('Your bank has taken $7.00 back for you.')
    expect(said!.message).not.toContain('is looking into')
    // A message that an older server stored as one text is shown unchanged.
    await larder.database.query('UPDATE tickets SET success_message = $2 WHERE id = $1', [
      ticket.id,
      'You canceled order 7. Your bank is looking into $17.42 paid with Visa ending in 4242, and decides where it goes.',
    ])
    const { success_message: old } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(old!.message).toMatch(/^You canceled order 7\. (?:\$10\.42 goes back|Your bank has taken \$7\.00)/)
    expect(old!.message).not.toContain('is looking into')
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1042, orders: 1042 })
    expect(await listFailed(owner)).toEqual([])
  })

  it('lost for a part before it is cancelled: no more is promised than the bank has left', async () => {
    const { ticket, intentId, guest } = await paidTicket(larder)
    const dispute = dashboard().dispute(intentId, 700)
    await deliverEvents(larder)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    const shown = async () => (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    expect(await shown()).toMatchObject({
      dispute: 'lost',
      taken_cents: 700,
      refundable: { tenders: [{ order_cents: 1742, lost_cents: 700 }] },
    })
    await move(owner, ticket.id, 'Cancelled')
    expect(await shown()).toMatchObject({ dispute: 'lost', taken_cents: 700 })
    expect(await cancelledCents()).toBe(1042)
    const { success_message: said } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(said!.message).toContain('$10.42 goes back to Visa ending in 4242')
    expect(said!.message).toContain('Your bank has taken $7.00 back for you.')
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1042, orders: 1042 })
  })

  it('lost after some had gone back: what waits is covered by what the bank took', async () => {
    const { ticket, intentId, guest } = await paidTicket(larder)
    dashboard().refund(intentId, 1000)
    await deliverEvents(larder)
    const dispute = dashboard().dispute(intentId, 742)
    await deliverEvents(larder)
    await move(owner, ticket.id, 'Cancelled')
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    expect(await partsOf(guest, ticket.id)).toContainEqual(
      expect.objectContaining({ amount: '$7.42', dispute: 'lost' }),
    )
    expect(await listFailed(owner)).toEqual([])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('with two disputes keeps the mark of one when the other is won', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    const [first, second] = [700, 300].map((amountCents) => dashboard().dispute(intentId, amountCents))
    await deliverEvents(larder)
    dashboard().closeDispute(first!, 'won')
    await deliverEvents(larder)
    const stands = async () => (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!.dispute
    expect(await stands()).toBe('open')
    dashboard().closeDispute(second!, 'lost')
    await deliverEvents(larder)
    expect(await stands()).toBe('lost')
  })

  it('keeps a refund that was sent back from being sent again or paid, until it is decided', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    await move(owner, ticket.id, 'Cancelled')
    await larder.minute()
    const made = refundsAt(larder, intentId)[0]!
    dashboard().failRefund(made.id)
    await deliverEvents(larder)
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    const [open] = await listFailed(owner)
    expect(open!.dispute).toBe('open')
    for (const how of ['again', 'by_hand'] as const)
      expect((await settleRefund(owner, open!, how)).status).toBe(409)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    expect(await listFailed(owner)).toEqual([])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('of gift cards keeps a refund that was sent back as it is, too', async () => {
    const { order, intentId } = await boughtCard(larder)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await larder.minute()
    const made = refundsAt(larder, intentId)[0]!
    dashboard().failRefund(made.id)
    await deliverEvents(larder)
    const dispute = dashboard().dispute(intentId)
    await deliverEvents(larder)
    const [open] = await listFailed(owner)
    expect(open!.dispute).toBe('open')
    for (const how of ['again', 'by_hand'] as const)
      expect((await settleRefund(owner, open!, how)).status).toBe(409)
    dashboard().closeDispute(dispute, 'won')
    await deliverEvents(larder)
    const [won] = await listFailed(owner)
    expect(won!.dispute).toBeUndefined()
    expect((await settleRefund(owner, won!, 'by_hand')).status).toBe(200)
  })

  it('of gift cards, lost, covers a refund that was on its way, which nobody promises meanwhile', async () => {
    const buyer = await SignedIn.as(larder, await addUser(larder))
    const { order, intentId } = await boughtCard(larder, buyer, 'Purchase', 25, true)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    const dispute = dashboard().dispute(intentId)
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await larder.minute()
    const refused = () => refusals().filter(({ detail }) => detail?.startsWith('gift card order'))
    expect(refused().map(({ event }) => event)).toEqual(['refund_disputed'])
    await deliverEvents(larder)
    expect(await saidOf(buyer, order.id, reference)).toEqual({
      page: 'Your bank is looking into $25.00 paid with Visa ending in 4242, and decides where it goes.',
      transactions:
        'Your bank is looking into $25.00 paid with Visa ending in 4242, and decides where it goes.',
      receipt: 'open',
      staff: 'open',
    })
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    await hour()
    await hour()
    expect(refused()).toHaveLength(1)
    expect(await bookedOf(larder, order.id)).toEqual({})
    expect(await saidOf(buyer, order.id, reference)).toEqual({
      page: 'Your bank has taken $25.00 back for you.',
      transactions: 'Your bank has taken $25.00 back for you.',
      receipt: 'lost',
      staff: 'lost',
    })
  })

  it.each([
    { what: 'an order for food', table: 'tickets' },
    { what: 'gift cards', table: 'card_orders' },
  ])('of $what keeps its guest longer than other contacts, until it is decided', async ({ table }) => {
    larder.change('tavola', (document) => ({
      ...document,
      location: {
        ...document.location,
        settings: {
          ...document.location.settings,
          data_retention: { order_contact_days: 120, gift_contact_days: 120 },
        },
      },
    }))
    const bought = table === 'tickets' ? await paidTicket(larder) : await boughtCard(larder)
    const { id } = 'ticket' in bought ? bought.ticket : bought.order
    const dispute = dashboard().dispute(bought.intentId)
    await deliverEvents(larder)
    const isForgotten = async (): Promise<boolean> =>
      (
        await larder.database.query(
          `SELECT 1 AS one FROM ${table} WHERE id = $1 AND forgotten_at IS NOT NULL`,
          [id],
        )
      ).length > 0
    larder.clock.advance(121 * dayMs)
    await larder.minute()
    expect(await isForgotten()).toBe(false)
    dashboard().closeDispute(dispute, 'lost')
    await deliverEvents(larder)
    await hour()
    expect(await isForgotten()).toBe(true)
  })

  describe('lost without a cancellation', () => {
    const lose = async (intentId: string, cents?: number) => {
      const dispute = dashboard().dispute(intentId, cents)
      await deliverEvents(larder)
      dashboard().closeDispute(dispute, 'lost')
      await deliverEvents(larder)
      return dispute
    }
    const transactionOf = async (buyer: Guest) =>
      (await buyer.send<{ transactions: Transaction[] }>('GET', '/user/transactions')).body.transactions[0]!
    const receiptOf = async (reader: Guest, type: string, id: string) =>
      (await reader.send<ReceiptAnswer>('GET', `/location/:loc/receipt?type=${type}&object_id=${id}`)).body
        .receipt
    const row = (amount: string) => ({
      refund_date: '',
      refund_type: 'Visa ending in 4242',
      tender_type: 'credit_card',
      refund_amount: amount,
      dispute: 'lost',
    })

    it.each([
      { cents: 700, taken: '$7.00', onOrder: { taken_back: '$7.00' } },
      { cents: 1742, taken: '$17.42', onOrder: { dispute: 'lost' } },
    ])('says $taken on the order, its receipt and in My Transactions', async ({ cents, taken, onOrder }) => {
      const ada = await SignedIn.as(larder, await addUser(larder))
      const { ticket, intentId } = await paidTicket(larder, tavola, true, 1, ada)
      for (const status of ['Preparing', 'Ready', 'Completed']) await move(owner, ticket.id, status)
      const dispute = await lose(intentId, cents)
      const shown = await ada.ticket('GET', ticketPath(ticket.id))
      expect(shown.payments).toEqual([
        {
          display_name: 'Visa ending in 4242',
          display_amount: '$17.42',
          tip: '$0.00',
          tender_type: 'credit_card',
          ...onOrder,
        },
      ])
      expect((await receiptOf(ada, 'ticket_order', ticket.id)).refunds).toEqual([row(taken)])
      expect((await transactionOf(ada)).taken_back).toBe(taken)
      dashboard().closeDispute(dispute, 'won')
      await deliverEvents(larder)
      const [won] = (await ada.ticket('GET', ticketPath(ticket.id))).payments
      expect([won!.taken_back, won!.dispute]).toEqual([undefined, undefined])
      expect(await receiptOf(ada, 'ticket_order', ticket.id)).not.toHaveProperty('refunds')
      expect(await transactionOf(ada)).not.toHaveProperty('taken_back')
    })

    it('is not said twice once a cancellation counts it', async () => {
      const ada = await SignedIn.as(larder, await addUser(larder))
      const { ticket, intentId } = await paidTicket(larder, tavola, true, 1, ada)
      await lose(intentId, 700)
      await move(owner, ticket.id, 'Cancelled')
      const refunds = (await receiptOf(ada, 'ticket_order', ticket.id)).refunds!
      expect(refunds.map(({ refund_amount: amount }) => amount).toSorted()).toEqual(['$10.42', '$7.00'])
      for (const { taken_back: taken } of (await ada.ticket('GET', ticketPath(ticket.id))).payments)
        expect(taken).toBeUndefined()
      expect(await transactionOf(ada)).not.toHaveProperty('taken_back')
    })

    it('of gift cards is said on their order, its receipt and in My Transactions, beside what was refunded', async () => {
      const ada = await SignedIn.as(larder, await addUser(larder))
      const { order, intentId } = await boughtCard(larder, ada, 'Purchase', 25, true)
      dashboard().refund(intentId, 1000)
      await deliverEvents(larder)
      await lose(intentId, 1500)
      expect((await cardOrder(ada, 'GET', orderPath(order.id))).payments).toEqual([
        { payment_amount: '$25.00', display_name: 'Visa ending in 4242', taken_back: '$15.00' },
      ])
      const refunds = (await receiptOf(ada, 'card_order', order.id)).refunds!
      expect(refunds).toHaveLength(2)
      expect(refunds).toContainEqual(row('$15.00'))
      expect((await transactionOf(ada)).taken_back).toBe('$15.00')
    })
  })
})
