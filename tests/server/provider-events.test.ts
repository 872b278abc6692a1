import { orderNumber } from '#server/modules/payments/attempts.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numberFromCents } from '#contract/money.ts'
import { priceRefund } from '#contract/pricing/refund.ts'
import { bookedOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, grill, Guest, type ProblemBody, tavola, ticketPath } from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { administratorOf, kitchenOf, move, refund } from './support/placed.ts'
import type { StripeEvent } from './support/stripe/objects.ts'
import {
  boughtCard,
  chargesOf,
  intentOf,
  methodAt,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
  tell,
  deliverEvents,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'
import { wholeRest } from '../support/whole-rest.ts'

/** Two restaurants on the shared keys: these have one webhook secret, so Stripe sends both restaurants' events to one address. */
describe.for(databases)('events of an account that is several restaurants’ [$name]', (engine) => {
  let larder: StripeLarder
  beforeAll(async () => void (larder = await startStripeLarder(engine, {}, true)))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  it('are recorded for the one whose charge they are about, at whosever address they come', async () => {
    const { ticket, intentId } = await paidTicket(larder, grill)
    larder.stripe.dashboard('acct_tavola').refund(intentId, 700)
    await deliverEvents(larder, tavola)
    expect(await earnedOf(larder, ticket.id)).toMatchObject({ card_provider: -(1960 - 700) })
    const booked = await larder.database.query(
      'SELECT location_id FROM provider_refunds WHERE intent_id = $1',
      [intentId],
    )
    expect(booked).toEqual([{ location_id: grill.location }])
  })

  it('are kept for that one alone where they bear the charge, and for each where they do not', async () => {
    const { intentId } = await paidTicket(larder, grill)
    larder.stripe.dashboard('acct_tavola').refund(intentId, 100)
    const keptFor = async (type: string): Promise<string[]> => {
      for (const event of larder.stripe.dashboard('acct_tavola').events(type)) await tell(larder, event)
      const rows = await larder.database.query<{ location_id: string }>(
        'SELECT DISTINCT location_id FROM provider_events WHERE intent_id = $1 AND type = $2 ORDER BY location_id',
        [intentId, type],
      )
      return rows.map((row) => row.location_id)
    }
    expect(await keptFor('payment_intent.succeeded')).toEqual([grill.location])
    expect(await keptFor('refund.created')).toEqual([tavola.location, grill.location].toSorted())
    await larder.minute()
  })
})

/** Events from Stripe: changes made in its dashboard and by cardholders' banks are in our ledger, once. */
describe.for(databases)('events of Stripe [$name]', (engine) => {
  let larder: StripeLarder
  beforeAll(async () => {
    larder = await startStripeLarder(engine)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterEach(() => {
    larder.stripe.fault = undefined
    larder.stripe.account('acct_tavola').events.length = 0
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const keptOf = async (table: string, intentId: string): Promise<number> =>
    (await larder.database.query(`SELECT 1 AS one FROM ${table} WHERE intent_id = $1`, [intentId])).length
  const refundsAsked = () =>
    larder.stripe.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').length

  describe('that are refused with 400, and leave nothing behind', () => {
    let event: StripeEvent
    let intentId: string
    beforeEach(async () => {
      intentId = (await paidTicket(larder)).intentId
      dashboard().refund(intentId, 500)
      event = dashboard().events('charge.refunded')[0]!
    })
    const expectNothing = async (): Promise<void> => {
      await larder.minute()
      const kept = [await keptOf('provider_events', intentId), await keptOf('provider_refunds', intentId)]
      expect(kept).toEqual([0, 0])
    }

    it('with a wrong signature', async () => {
      expect(await tell(larder, event, { secret: 'whsec_somebody' })).toMatchObject({
        status: 400,
        body: { code: 'bad_request' },
      })
      expect(larder.log.at(-1)).toMatchObject({
        level: 'warn',
        event: 'provider_event_refused',
        detail: `${tavola.location}: its signature is not the provider’s, or too old`,
      })
      await expectNothing()
    })

    it('with none, or a body that was changed on the way', async () => {
      const send = (payload: string, headers: Record<string, string>) =>
        larder.app.inject({
          method: 'POST',
          url: `/api/location/${tavola.location}/payments/events`,
          headers: { host: tavola.host, 'content-type': 'application/json', ...headers },
          payload,
        })
      expect((await send(JSON.stringify(event), {})).statusCode).toBe(400)
      expect((await send('{', { 'stripe-signature': 't=1,v1=0' })).statusCode).toBe(400)
      await expectNothing()
    })

    it('that were signed more than five minutes ago', async () => {
      expect((await tell(larder, event, { ageMs: 301_000 })).status).toBe(400)
      await expectNothing()
    })

    it('for another merchant, by its own keys or at its own address', async () => {
      expect((await tell(larder, event, { secret: 'whsec_grill' })).status).toBe(400)
      expect((await tell(larder, event, { at: grill, secret: 'whsec_tavola' })).status).toBe(400)
      expect((await tell(larder, event, { at: { ...grill, host: tavola.host } })).status).toBe(404)
      await expectNothing()
    })

    it('for another account that the same platform has', async () => {
      const others = { ...event, account: 'acct_somebody' }
      expect((await tell(larder, others, { at: grill })).status).toBe(400)
      expect((await tell(larder, others, { to: 'platform' })).status).toBe(400)
      expect(larder.log.at(-1)?.detail).toMatch(/^STRIPE_CONNECT_WEBHOOK_SECRET: it is about an account/)
      expect((await tell(larder, event, { to: 'platform' })).status).toBe(400)
      await expectNothing()
    })
  })

  it('to a platform are taken for the merchant whose account they are about', async () => {
    const { ticket, intentId } = await paidTicket(larder, grill)
    larder.stripe.dashboard('acct_grill').refund(intentId, 700)
    const [event] = larder.stripe.dashboard('acct_grill').events('charge.refunded')
    expect((await tell(larder, { ...event!, account: 'acct_grill' }, { to: 'platform' })).status).toBe(200)
    await larder.minute()
    expect((await earnedOf(larder, ticket.id))['card_provider']).toBe(-(1960 - 700))
  })

  it('of kinds that nothing follows from are taken and not kept', async () => {
    const { intentId } = await paidTicket(larder)
    const [created] = dashboard().events('payment_intent.created')
    expect((await tell(larder, created!)).status).toBe(200)
    expect(await keptOf('provider_events', intentId)).toBe(0)
  })

  describe('of a refund that was made in the dashboard', () => {
    it('are in the ledger, and the guest is told', async () => {
      const { ticket, intentId, guest } = await paidTicket(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
      dashboard().refund(intentId, 500)
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1242, orders: 1242 })
      expect((await guest.ticket('GET', ticketPath(ticket.id))).refunds).toMatchObject([
        { amount: '$5.00', parts: [{ display_name: 'Visa ending in 4242', amount: '$5.00' }] },
      ])
      await larder.minute()
      expect(larder.emails.at(-1)).toMatchObject({ subject: expect.stringContaining('$5.00') as string })
    })

    it('count once, however often, how late and in whatever order they come', async () => {
      const { ticket, intentId } = await paidTicket(larder)
      dashboard().refund(intentId, 300)
      dashboard().refund(intentId, 200)
      const events = dashboard().events().toReversed()
      larder.clock.advance(2 * 24 * 60 * 60_000)
      for (const event of [...events, ...events]) expect((await tell(larder, event)).status).toBe(200)
      await Promise.all([larder.minute(), larder.minute()])
      for (const event of events) await tell(larder, event)
      await larder.minute()
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1242, orders: 1242 })
      expect(await keptOf('provider_refunds', intentId)).toBe(2)
      // The provider is not asked about them again, either.
      expect(
        await larder.database.query('SELECT DISTINCT tries FROM provider_events WHERE intent_id = $1', [
          intentId,
        ]),
      ).toEqual([{ tries: 1 }])
    })

    it('leave for a cancelled order what has not gone back yet, to the cent', async () => {
      const { ticket, intentId, guest } = await paidTicket(larder)
      dashboard().refund(intentId, 500)
      await deliverEvents(larder)
      expect((await move(await administratorOf(larder), ticket.id, 'Cancelled')).status).toBe(200)
      larder.clock.advance(21_000)
      await larder.minute()
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('Cancelled')
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({})
      expect(
        larder.stripe.asked.findLast(({ path, method }) => path === '/v1/refunds' && method === 'POST'),
      ).toMatchObject({
        form: { amount: '1242' },
      })
    })

    it('leave nothing for it when all has gone back, told before the order is cancelled or after', async () => {
      for (const isEventFirst of [true, false]) {
        const { ticket, intentId } = await paidTicket(larder)
        dashboard().refund(intentId)
        if (isEventFirst) await deliverEvents(larder)
        const asked = refundsAsked()
        expect((await move(await administratorOf(larder), ticket.id, 'Cancelled')).status).toBe(200)
        larder.clock.advance(21_000)
        await larder.minute()
        expect(refundsAsked() - asked).toBe(isEventFirst ? 0 : 1)
        await deliverEvents(larder)
        expect(await earnedOf(larder, ticket.id)).toEqual({})
      }
    })

    it('book the money back when the refund fails', async () => {
      const { ticket, intentId } = await paidTicket(larder)
      const refund = dashboard().refund(intentId, 500)
      await deliverEvents(larder)
      dashboard().failRefund(refund)
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    })

    it('do not book one of our own refunds twice', async () => {
      const { ticket, intentId } = await paidTicket(larder)
      expect((await move(await administratorOf(larder), ticket.id, 'Cancelled')).status).toBe(200)
      larder.clock.advance(21_000)
      await larder.minute()
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({})
      expect(await keptOf('provider_refunds', intentId)).toBe(0)
      expect(dashboard().events('charge.refunded')).toHaveLength(1)
    })

    it('are not taken for one of our own whose answer was lost, and told of first', async () => {
      const { ticket, intentId } = await paidTicket(larder)
      larder.stripe.fault = ({ method, path }) =>
        method === 'POST' && path === '/v1/refunds' ? { kind: 'cut-after' } : undefined
      expect((await move(await administratorOf(larder), ticket.id, 'Cancelled')).status).toBe(200)
      larder.clock.advance(21_000)
      await larder.minute()
      larder.stripe.fault = undefined
      expect(dashboard().events('charge.refunded')).toHaveLength(1)
      await deliverEvents(larder)
      expect(await keptOf('provider_refunds', intentId)).toBe(0)
      larder.clock.advance(10 * 60_000)
      await larder.minute()
      expect(await earnedOf(larder, ticket.id)).toEqual({})
    })

    it.each(['food', 'gift cards'])(
      'of %s that fail before their guest was told are not told',
      async (what) => {
        const { id, intentId } =
          what === 'food'
            ? await paidTicket(larder).then(({ ticket, intentId: of }) => ({ id: ticket.id, intentId: of }))
            : await boughtCard(larder).then(({ order, intentId: of }) => ({ id: order.id, intentId: of }))
        const refund = dashboard().refund(intentId, 500)
        await deliverEvents(larder)
        // The state while the mail server is down.
        const held = await larder.database.query<{ id: string }>(
          `UPDATE order_messages SET state = 'pending', next_try_at = 9000000000000000
         WHERE $1 IN (ticket_id, order_id) AND event IN ('part-refunded', 'cards-refunded') RETURNING id`,
          [id],
        )
        expect(held.length).toBeGreaterThan(0)
        dashboard().failRefund(refund)
        await deliverEvents(larder)
        const states = await larder.database.query(
          'SELECT DISTINCT state FROM order_messages WHERE id = ANY (string_to_array($1, $2))',
          [held.map((one) => one.id).join(), ','],
        )
        expect(states).toEqual([{ state: 'dropped' }])
      },
    )

    it('are processed again when Stripe was away', async () => {
      const { ticket, intentId } = await paidTicket(larder)
      dashboard().refund(intentId, 500)
      larder.stripe.fault = ({ method }) =>
        method === 'GET'
          ? { kind: 'answer', status: 400, body: { error: { type: 'api_error', message: 'no' } } }
          : undefined
      await deliverEvents(larder)
      expect(larder.log.at(-1)).toMatchObject({ event: 'provider_event_failed' })
      expect(await earnedOf(larder, ticket.id)).toMatchObject({ orders: 1742 })
      larder.stripe.fault = undefined
      larder.clock.advance(16_000)
      await larder.minute()
      expect(await earnedOf(larder, ticket.id)).toMatchObject({ orders: 1242 })
    })
  })

  describe('of a charge whose answer was lost', () => {
    it('settle it at once, and the guest’s next try gets the answer', async () => {
      const guest = new Guest(larder)
      const ticket = await completeOrder(guest)
      const [body, key] = [paymentOf(ticket, methodAt(larder, tavola)), randomUUID()]
      larder.stripe.fault = ({ method, path }) =>
        method === 'POST' && path === '/v1/payment_intents' ? { kind: 'cut-after' } : undefined
      const path = ticketPath(ticket.id, '/payment')
      expect((await guest.send<ProblemBody>('POST', path, body, { key })).body.code).toBe(
        'payment_unavailable',
      )
      larder.stripe.fault = undefined
      await deliverEvents(larder)
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('PaymentComplete')
      expect((await guest.send('POST', path, body, { key })).status).toBe(200)
      expect(chargesOf(larder, tavola, ticket.id)).toHaveLength(1)
      await deliverEvents(larder)
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    })

    it('may come before the answer, which the waiting call still gets', async () => {
      const guest = new Guest(larder)
      const ticket = await completeOrder(guest)
      let release = (): void => undefined
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      let isHeld = false
      let hold = (): void => undefined
      const held = new Promise<void>((resolve) => {
        hold = resolve
      })
      larder.stripe.fault = ({ method, path }) => {
        if (isHeld || method !== 'POST' || path !== '/v1/payment_intents') return undefined
        isHeld = true
        return { kind: 'answer-later', until, charged: () => hold() }
      }
      const paying = guest.send(
        'POST',
        ticketPath(ticket.id, '/payment'),
        paymentOf(ticket, methodAt(larder, tavola)),
      )
      await held
      await deliverEvents(larder)
      expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('PaymentComplete')
      release()
      expect((await paying).status).toBe(200)
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -1742, orders: 1742 })
    })

    it('a charge for an abandoned attempt is reported to the operator and not booked', async () => {
      const { ticket, intentId } = await paidTicket(larder, tavola, false)
      const other = await completeOrder(new Guest(larder))
      await larder.database.query(
        `INSERT INTO payment_attempts (location_id, id, ticket_id, idempotency_key, non_tip_cents, tip_cents, payment_source, priced, state, locked_until, created_at)
         SELECT location_id, 'given-up', $1, 'another', non_tip_cents, tip_cents, payment_source, priced, 'abandoned', 0, created_at FROM payment_attempts WHERE ticket_id = $2`,
        [other.id, ticket.id],
      )
      const intent = larder.stripe.account('acct_tavola').objects.get(intentId)!
      if (intent.object === 'payment_intent') intent.metadata['attempt'] = 'larder-given-up'
      await deliverEvents(larder)
      expect(larder.log).toContainEqual({
        level: 'error',
        event: 'payment_stray',
        detail: `tavola ${intentId}`,
      })
      expect(await earnedOf(larder, other.id)).toEqual({})
    })
  })

  it('after a part that was given back by hand the kitchen gives back the rest of everything', async () => {
    const { ticket, intentId } = await paidTicket(larder)
    dashboard().refund(intentId, 500)
    await deliverEvents(larder)
    const staff = await administratorOf(larder)
    const { refundable } = (await kitchenOf(staff)).orders.find(({ id }) => id === ticket.id)!
    const choice = wholeRest(refundable!)
    const { totalCents, refundedOutsideCents } = priceRefund(refundable!, choice)
    expect([totalCents, refundedOutsideCents]).toEqual([1742 - 500, 500])
    const { status } = await refund(staff, ticket.id, {
      lines: [...choice.lines],
      amount: numberFromCents(totalCents),
    })
    expect(status).toBe(200)
    larder.clock.advance(61_000)
    await larder.minute()
    expect(await earnedOf(larder, ticket.id)).toEqual({})
    expect((await kitchenOf(staff)).orders.find(({ id }) => id === ticket.id)!.refunds).toHaveLength(2)
  })

  it('of a card order that was given back by hand are in the ledger, and its cards wait', async () => {
    const { order, intentId } = await boughtCard(larder)
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
    dashboard().refund(intentId, 1000)
    await deliverEvents(larder)
    const statusOf = async () =>
      (
        await larder.database.query<{ status: string }>(
          'SELECT c.status FROM cards c JOIN card_order_cards m ON m.card_id = c.id WHERE m.order_id = $1',
          [order.id],
        )
      )[0]?.status
    expect(await bookedOf(larder, order.id)).toEqual({
      card_provider: -1500,
      card_sales: -1000,
      'card:': 2500,
    })
    expect(await statusOf()).toBe('active')
    dashboard().refund(intentId)
    await deliverEvents(larder)
    expect(await statusOf()).toBe('frozen')
    await larder.minute()
    const told = larder.emails.filter(
      ({ kind, subject }) =>
        kind === 'order-cards-refunded' && subject.endsWith(order.id.slice(-6).toUpperCase()),
    )
    expect(told.map(({ subject }) => /\$[\d.]+/.exec(subject)![0])).toEqual(['$10.00', '$15.00'])
    expect(intentOf(larder, tavola, orderNumber(order.id))).toBe(intentId)
  })
})
