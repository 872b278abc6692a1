import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { priceRefund } from '#contract/pricing/refund.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { checkForgettable } from '#server/modules/privacy/person.ts'
import { reconcile, windowOfDays } from '#server/modules/provider-events/reconcile.ts'
import { bookedOf, call, cardsOf, orderPath } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { listFailed, settleRefund } from './support/failed-refunds.ts'
import { dinnerTime, type ProblemBody, tavola, ticketPath } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, refund } from './support/placed.ts'
import { refundOrder, referenceOf, orderOfCard } from './support/staff-cards.ts'
import {
  boughtCard,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  deliverEvents,
  refundsAt,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'
import { wholeRest } from '../support/whole-rest.ts'

const day = '2026-11-20'

/** Our refunds that a bank returns days later (decision 073). */
describe.for(databases)('a refund that does not arrive [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    owner = await administratorOf(larder)
  })
  afterEach(async () => {
    await expectSameBooks()
    larder.stripe.fault = undefined
    larder.stripe.account('acct_tavola').events.length = 0
    for (const open of await listFailed(owner)) await settleRefund(owner, open, 'by_hand')
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const differences = async (): Promise<string[]> => {
    const merchant = larder.directory.findByLabel('tavola')!
    const window = windowOfDays('America/New_York', day, day)
    const found = await reconcile({ ...larder, payments: larder.payments }, merchant, window)
    return found.map(({ kind, words }) => `${kind}: ${words}`)
  }
  const expectSameBooks = async (): Promise<void> => expect(await differences()).toEqual([])
  const round = async (): Promise<void> => {
    larder.clock.advance(61_000)
    await larder.minute()
  }
  const refundsOf = (intentId: string): string[] => refundsAt(larder, intentId).map(({ id }) => id)
  /** The bank returns the newest refund of a charge, and Stripe sends the event. */
  const sendBack = async (intentId: string): Promise<void> => {
    dashboard().failRefund(refundsOf(intentId).at(-1)!)
    await deliverEvents(larder)
  }
  const cancelled = async () => {
    const paid = await paidTicket(larder)
    expect((await move(owner, paid.ticket.id, 'Cancelled')).status).toBe(200)
    await round()
    await deliverEvents(larder)
    return paid
  }
  const refundedCard = async (member?: SignedIn) => {
    const { order, intentId } = await boughtCard(larder, member, 'Purchase', 50, member !== undefined)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    expect((await refundOrder(owner, reference, { amount_cents: 5000 })).status).toBe(200)
    await round()
    await deliverEvents(larder)
    return { order, reference, intentId }
  }
  const kindsTo = (email: string): string[] =>
    larder.emails.filter(({ to }) => to === email).map(({ kind }) => kind)

  it('is owed again, shown to its guest and the staff, and told by email, once', async () => {
    const { ticket, intentId, guest } = await cancelled()
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    const before = kindsTo(ticket.recipient_email!).length
    await sendBack(intentId)
    await deliverEvents(larder)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    const open = await listFailed(owner)
    expect(open).toMatchObject([
      { kind: 'order', about: ticket.name, amount_cents: 1742, display_name: 'Visa ending in 4242' },
    ])
    expect(open[0]!.email).toBe(ticket.recipient_email)
    const { refunds } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(refunds![0]!.parts).toMatchObject([{ failed_at: expect.any(String) }])
    expect(refunds![0]!.parts[0]!.done_at).toBeUndefined()
    await larder.minute()
    expect(kindsTo(ticket.recipient_email!).slice(before)).toEqual(['order-refund-failed'])
    expect(larder.emails.at(-1)!.subject).toBe(
      `Your refund of $17.42 for order ${ticket.name} did not arrive`,
    )
    // The server does not request it again by itself.
    const asked = refundsOf(intentId).length
    await round()
    expect(refundsOf(intentId)).toHaveLength(asked)
  })

  it('is sent again under another key when the staff say so, and may fail again', async () => {
    const { ticket, intentId } = await cancelled()
    for (let time = 0; time < 2; time++) {
      await sendBack(intentId)
      const [open] = await listFailed(owner)
      expect((await settleRefund(owner, open!, 'again')).body.refunds).toEqual([])
      await round()
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({})
    }
    expect(new Set(refundsOf(intentId)).size).toBe(3)
    expect(await listFailed(owner)).toEqual([])
  })

  it('paid another way, stays in the ledger as the restaurant’s own payment, and says so', async () => {
    const { ticket, intentId, guest } = await cancelled()
    await sendBack(intentId)
    const [open] = await listFailed(owner)
    expect((await settleRefund(owner, open!, 'by_hand')).status).toBe(200)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, own_cash: 1742 })
    const { refunds } = await guest.ticket('GET', ticketPath(ticket.id))
    expect(refunds![0]!.parts).toMatchObject([{ by_hand: true, done_at: expect.any(String) }])
    // A second manager is told that it was settled already.
    for (const how of ['again', 'by_hand'] as const) {
      const { status, body } = await settleRefund(owner, open!, how)
      expect([status, (body as unknown as ProblemBody).code]).toEqual([409, 'changed_meanwhile'])
    }
    await round()
    expect(refundsOf(intentId)).toHaveLength(1)
  })

  it('is settled once by two managers at the same moment', async () => {
    const { ticket, intentId } = await cancelled()
    await sendBack(intentId)
    const [open] = await listFailed(owner)
    const other = await administratorOf(larder)
    const answers = await Promise.all([
      settleRefund(owner, open!, 'by_hand'),
      settleRefund(other, open!, 'by_hand'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, own_cash: 1742 })
  })

  it('is found by its key when its answer was lost, and not booked by anybody', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    larder.stripe.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { kind: 'cut-after' } : undefined
    await move(owner, ticket.id, 'Cancelled')
    await larder.minute()
    expect(refundsOf(intentId)).toHaveLength(1)
    await sendBack(intentId)
    larder.stripe.fault = undefined
    expect(await listFailed(owner)).toMatchObject([{ about: ticket.name, amount_cents: 1742 }])
    await round()
    expect(refundsOf(intentId)).toHaveLength(1)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    const [open] = await listFailed(owner)
    await settleRefund(owner, open!, 'again')
    await round()
    await deliverEvents(larder)
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('is looked for first when Stripe may have forgotten its key, and paid once', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const bought = await boughtCard(larder, ada, 'Purchase', 25, true)
    const [card] = await cardsOf(larder, bought.order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    const { ticket, intentId } = await paidTicket(larder, tavola, true, 2)
    larder.stripe.fault = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { kind: 'cut-after' } : undefined
    const { refundable } = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    const { index, cents } = refundable!.lines[0]!
    expect(cents).toBe(2 * 1742)
    await refund(owner, ticket.id, { lines: [{ index, quantity: 1 }], amount: 17.42 })
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    await round()
    larder.stripe.fault = undefined
    larder.stripe.account('acct_tavola').replies.clear()
    larder.clock.advance(25 * 60 * 60_000)
    await round()
    expect([refundsOf(intentId).length, refundsOf(bought.intentId).length]).toEqual([1, 1])
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    // The refund is recognized by its own id, and not taken for one made by hand at Stripe.
    expect(
      await larder.database.query(
        'SELECT provider_refund_id AS id FROM card_order_refunds WHERE order_id = $1',
        [bought.order.id],
      ),
    ).toEqual(refundsOf(bought.intentId).map((id) => ({ id })))
    owner = await administratorOf(larder)
  })

  it('of a part, before whose asking all was given back by hand, is in the books with the rest', async () => {
    const { ticket, intentId } = await paidTicket(larder, tavola, true, 2)
    const { refundable } = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    const { index } = refundable!.lines[0]!
    await refund(owner, ticket.id, { lines: [{ index, quantity: 1 }], amount: 17.42 })
    dashboard().refund(intentId)
    await round()
    await deliverEvents(larder)
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    const left = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!.refundable!
    expect(priceRefund(left, wholeRest(left)).totalCents).toBe(0)
    await expectSameBooks()
    // The returned refund is owed again, and the rest is the order's.
    await sendBack(intentId)
    await round()
    await deliverEvents(larder)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
  })

  it('is no longer owed once it was refunded by hand at Stripe', async () => {
    const { ticket, intentId } = await cancelled()
    await sendBack(intentId)
    dashboard().refund(intentId, 700)
    await deliverEvents(larder)
    expect(await listFailed(owner)).toMatchObject([{ amount_cents: 1042 }])
    dashboard().refund(intentId)
    await deliverEvents(larder)
    expect(await listFailed(owner)).toEqual([])
    expect(await earnedOf(larder, ticket.id)).toEqual({})
  })

  it('marked as paid another way and given back at Stripe as well is what Stripe gave back', async () => {
    for (const cents of [undefined, 700]) {
      const { ticket, intentId, guest } = await cancelled()
      await sendBack(intentId)
      await settleRefund(owner, (await listFailed(owner))[0]!, 'by_hand')
      dashboard().refund(intentId, cents)
      await deliverEvents(larder)
      expect(larder.log.filter(({ event }) => event === 'provider_event_failed')).toEqual([])
      expect(await earnedOf(larder, ticket.id)).toEqual(
        cents === undefined ? {} : { card_provider: -1042, own_cash: 1042 },
      )
      // That refund is returned, too: what the restaurant paid itself stays, and is not owed a second time.
      await sendBack(intentId)
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, own_cash: 1742 })
      expect(await listFailed(owner)).toEqual([])
      const { refunds } = await guest.ticket('GET', ticketPath(ticket.id))
      expect(refunds![0]!.parts).toMatchObject([{ by_hand: true, done_at: expect.any(String) }])
    }
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { order, intentId } = await boughtCard(larder, ada, 'Purchase', 25, true)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    await refundOrder(owner, reference, { amount_cents: 2500 })
    await round()
    await sendBack(intentId)
    await settleRefund(owner, (await listFailed(owner))[0]!, 'by_hand')
    dashboard().refund(intentId)
    await deliverEvents(larder)
    expect(await bookedOf(larder, order.id)).toEqual({})
    await sendBack(intentId)
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, own_cash: 2500 })
    expect(await listFailed(owner)).toEqual([])
  })

  it('sent again and received, is announced once more', async () => {
    const { ticket, intentId } = await cancelled()
    await larder.minute()
    const count = kindsTo(ticket.recipient_email!).length
    await sendBack(intentId)
    await settleRefund(owner, (await listFailed(owner))[0]!, 'again')
    await round()
    await larder.minute()
    expect(kindsTo(ticket.recipient_email!).slice(count)).toEqual(['order-refund-failed', 'order-refunded'])
  })

  it('of a part of an order says so beside that part, and is reported by the reconciliation until it is settled', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    const { refundable } = (await kitchenOf(owner)).orders.find(({ id }) => id === ticket.id)!
    const { index, cents } = refundable!.lines[0]!
    await refund(owner, ticket.id, { lines: [{ index, quantity: 1 }], amount: cents / 100 })
    await round()
    await sendBack(intentId)
    larder.clock.advance(25 * 60 * 60_000)
    expect(await differences()).toEqual([
      expect.stringMatching(/^refund-failed: A bank sent back the refund of .* it is still owed/),
    ])
    // Sessions end within a day, so sign in again.
    owner = await administratorOf(larder)
    const [open] = await listFailed(owner)
    await settleRefund(owner, open!, 'by_hand')
  })

  it('of gift cards is owed to their buyer', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { order, reference, intentId } = await refundedCard(ada)
    const gone = await bookedOf(larder, order.id)
    await sendBack(intentId)
    const [open] = await listFailed(owner)
    expect(open).toMatchObject({ kind: 'card_order', reference, amount_cents: 5000 })
    const read = async () => (await call(ada, 'GET', orderPath(order.id))).body.card_order.refunds![0]!
    expect((await read()).parts[0]).toMatchObject({ failed_at: expect.any(String) })
    await larder.minute()
    expect(larder.emails.at(-1)).toMatchObject({ kind: 'order-cards-refund-failed' })
    await settleRefund(owner, open!, 'again')
    await round()
    await deliverEvents(larder)
    expect(await bookedOf(larder, order.id)).toEqual(gone)
    await sendBack(intentId)
    await settleRefund(owner, (await listFailed(owner))[0]!, 'by_hand')
    expect(await bookedOf(larder, order.id)).toMatchObject({ own_cash: 5000, card_provider: -5000 })
    expect((await read()).parts[0]).toMatchObject({ by_hand: true })
  })

  it('keeps its account from being deleted until it is settled', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const { order, intentId } = await boughtCard(larder, ada, 'Purchase', 25, true)
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    await refundOrder(owner, reference, { amount_cents: 2500 })
    const merchant = larder.directory.findByLabel('tavola')!
    const forgettable = async (): Promise<string> =>
      checkForgettable(
        larder.database,
        merchant,
        await getUser(larder.database, merchant.locationId, ada.userId),
        larder.clock.now(),
      ).then(
        () => 'yes',
        (error: Error) => error.message,
      )
    expect(await forgettable()).toContain('money is still on its way back')
    await round()
    await sendBack(intentId)
    expect(await forgettable()).toContain('we still owe it to you')
    await settleRefund(owner, (await listFailed(owner))[0]!, 'by_hand')
    expect(await forgettable()).toBe('yes')
    const dashboard = larder.stripe.dashboard('acct_tavola')
    const dispute = dashboard.dispute(intentId)
    await deliverEvents(larder)
    expect(await forgettable()).toContain('Your bank is reviewing one of your payments')
    dashboard.closeDispute(dispute, 'won')
    await deliverEvents(larder)
    expect(await forgettable()).toBe('yes')
  })

  it.each([
    { what: 'an order for food', table: 'tickets' },
    { what: 'gift cards', table: 'card_orders' },
  ])('of $what keeps the contact it is owed to longer than others, until it is paid', async ({ table }) => {
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
    const bought = table === 'tickets' ? await cancelled() : await refundedCard()
    const { id } = 'ticket' in bought ? bought.ticket : bought.order
    await sendBack(bought.intentId)
    const [open] = await listFailed(owner)
    expect(open!.email).not.toBe('')
    const later = async (ms: number): Promise<void> => {
      larder.clock.advance(ms)
      await larder.minute()
      owner = await administratorOf(larder)
    }
    const isForgotten = async (): Promise<boolean> =>
      (
        await larder.database.query(
          `SELECT 1 AS one FROM ${table} WHERE id = $1 AND forgotten_at IS NOT NULL`,
          [id],
        )
      ).length > 0
    await later(121 * dayMs)
    expect(await listFailed(owner)).toEqual([open])
    await settleRefund(owner, open!, 'again')
    larder.stripe.fault = () => ({ kind: 'cut-before' })
    await later(2 * hourMs)
    expect(await isForgotten()).toBe(false)
    larder.stripe.fault = undefined
    // The interval grows with each try: a refund that is still open may keep this order while others are forgotten.
    await later(2 * hourMs)
    await deliverEvents(larder)
    await later(2 * hourMs)
    expect(await isForgotten()).toBe(true)
  })

  it('cannot be settled with another amount, or where there is none', async () => {
    const { intentId } = await cancelled()
    await sendBack(intentId)
    const [open] = await listFailed(owner)
    expect((await settleRefund(owner, { ...open!, amount_cents: 1 }, 'by_hand')).status).toBe(409)
    expect((await settleRefund(owner, { ...open!, id: 'none' }, 'by_hand')).status).toBe(404)
    expect(await listFailed(owner)).toHaveLength(1)
  })
})
