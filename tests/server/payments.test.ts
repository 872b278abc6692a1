import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChargeOutcome, Payments } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import {
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, contact, margherita, paidOrder, paymentOf, startOrder } from './support/orders.ts'
import { authenticate } from './support/authenticate.ts'

describe.for(databases)('card payments [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let fault: ((made: Payments, ...call: Parameters<Payments['charge']>) => Promise<ChargeOutcome>) | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        charge: (charge) => (fault ? fault(made, charge) : made.charge(charge)),
      }),
    })
    guest = new Guest(larder)
  })
  afterEach(() => {
    fault = undefined
  })
  afterAll(() => larder.close())

  const rows = <R extends Record<string, unknown>>(sql: string, ...params: unknown[]): Promise<R[]> =>
    larder.database.query<R>(sql, params)
  const chargedOf = async (ticketId: string): Promise<number[]> =>
    (
      await rows<{ body: { amount: number } }>(
        `SELECT body FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded' AND body->'metadata'->>'ticket' = $1`,
        ticketId,
      )
    ).map((row) => row.body.amount)
  const pay = (ticketId: string, body: unknown, key: string = randomUUID()) =>
    guest.send<TicketBody & ProblemBody>('POST', ticketPath(ticketId, '/payment'), body, { key })

  it('charges what is due and says how it was paid @AT-15 @EN-25', async () => {
    const ticket = await completeOrder(guest)
    const tipped = await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 2.4 })
    const paid = await pay(ticket.id, paymentOf(tipped, await guest.card('4242424242424242')))
    expect(paid.body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      totals: { due: '$0.00', due_tip: '$0.00', due_non_tip: '$0.00', total: '$19.82' },
      payments: [
        {
          display_name: 'Visa ending in 4242',
          display_amount: '$19.82',
          tip: '$2.40',
          tender_type: 'credit_card',
        },
      ],
    })
    expect(await chargedOf(ticket.id)).toEqual([1982])
    const ledger = await rows<{ account: string; amount_cents: number }>(
      'SELECT account, amount_cents FROM ledger WHERE ticket_id = $1 ORDER BY transfer_id, side',
      ticket.id,
    )
    expect(ledger).toEqual([
      { account: 'card_provider', amount_cents: -1742 },
      { account: 'orders', amount_cents: 1742 },
      { account: 'card_provider', amount_cents: -240 },
      { account: 'tips', amount_cents: 240 },
    ])
  })

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
  ])(
    'shows the provider’s own words when %s is declined, and accepts another card @ER-09',
    async (number, message) => {
      const ticket = await completeOrder(guest)
      const declined = await pay(ticket.id, paymentOf(ticket, await guest.card(number)))
      expect(declined).toMatchObject({ status: 402, body: { code: 'payment_declined', message } })
      const after = await guest.ticket('GET', ticketPath(ticket.id))
      expect(after).toMatchObject({ status: 'Open', payments: [], totals: { due: ticket.totals.due } })
      await guest.ticket('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
      const larger = await guest.ticket('GET', ticketPath(ticket.id))
      expect((await pay(ticket.id, paymentOf(larger, await guest.card('4242424242424242')))).status).toBe(200)
    },
  )

  it('asks for authentication, then charges once under the same key', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4000002500003155'))
    const key = randomUUID()
    const asked = await pay(ticket.id, body, key)
    expect(asked).toMatchObject({ status: 402, body: { code: 'authentication_required' } })
    const again = await pay(ticket.id, body, key)
    expect(again.body.client_secret).toBe(asked.body.client_secret)
    expect(await chargedOf(ticket.id)).toEqual([])
    await authenticate(larder, asked.body.client_secret!)
    const paid = await Promise.all([pay(ticket.id, body, key), pay(ticket.id, body, key)])
    expect(paid.some((reply) => reply.status === 200)).toBe(true)
    expect((await pay(ticket.id, body, key)).body.ticket_order.status).toBe('PaymentComplete')
    expect(await chargedOf(ticket.id)).toEqual([1742])
    expect(await rows('SELECT id FROM payments WHERE ticket_id = $1', ticket.id)).toHaveLength(1)
  })

  it('declines when the diner refuses to authenticate', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4000002500003155'))
    const key = randomUUID()
    const asked = await pay(ticket.id, body, key)
    await authenticate(larder, asked.body.client_secret!, 'failure')
    expect(await pay(ticket.id, body, key)).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
    expect((await pay(ticket.id, paymentOf(ticket, await guest.card('4242424242424242')))).status).toBe(200)
  })

  it('gives an authentication up when the diner pays another way or changes the order', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4000002500003155'))
    const key = randomUUID()
    const asked = await pay(ticket.id, body, key)
    await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 1 })
    await authenticate(larder, asked.body.client_secret!)
    const late = await pay(ticket.id, body, key)
    expect(late).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(late.body.message).toContain('$18.42')
    expect(await chargedOf(ticket.id)).toEqual([])
  })

  it('charges the price that was seen, or nothing', async () => {
    const ticket = await completeOrder(guest)
    const source = await guest.card('4242424242424242')
    const cheap = await pay(ticket.id, { tip: 0, amount: 1, payment_source: source })
    expect(cheap).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(cheap.body.message).toContain('$17.42')
    const otherTip = await pay(ticket.id, { tip: 5, amount: 17.42, payment_source: source })
    expect(otherTip).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await pay(ticket.id, { tip: 0, amount: 17.425, payment_source: source })).toMatchObject({
      status: 422,
    })
    expect(await chargedOf(ticket.id)).toEqual([])
    expect((await pay(ticket.id, paymentOf(ticket, source))).status).toBe(200)
    expect(await pay(ticket.id, { tip: 0, amount: 0, payment_source: source })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
  })

  it('twenty payments at once with different keys charge once', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4242424242424242'))
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay(ticket.id, body)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const refused = replies.filter((reply) => reply.status !== 200)
    for (const reply of refused)
      expect(['idempotency_in_progress', 'already_paid']).toContain(reply.body.code)
    expect(await chargedOf(ticket.id)).toEqual([1742])
    expect(await rows('SELECT id FROM payments WHERE ticket_id = $1', ticket.id)).toHaveLength(1)
  })

  it('twenty submits at once with different keys place one order', async () => {
    const ticket = await paidOrder(guest)
    const placed = await Promise.all(
      Array.from({ length: 20 }, () => guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })),
    )
    expect(new Set(placed.map((one) => one.name)).size).toBe(1)
    expect(await rows('SELECT name FROM submissions WHERE ticket_id = $1', ticket.id)).toHaveLength(1)
  })

  it('twenty orders at once get twenty numbers', async () => {
    const tickets = await Promise.all(Array.from({ length: 20 }, () => paidOrder(guest)))
    const placed = await Promise.all(
      tickets.map((ticket) => guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })),
    )
    expect(new Set(placed.map((one) => one.name)).size).toBe(20)
  })

  it('finds out with the same key when the provider’s answer was lost', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4242424242424242'))
    const key = randomUUID()
    fault = async (made, charge) => {
      await made.charge(charge)
      return { kind: 'unknown', reason: 'the connection was cut after the charge' }
    }
    expect(await pay(ticket.id, body, key)).toMatchObject({
      status: 503,
      body: { code: 'payment_unavailable' },
    })
    expect(await guest.send('POST', ticketPath(ticket.id, '/tip'), { tip: 1 })).toMatchObject({ status: 409 })
    fault = undefined
    expect((await pay(ticket.id, body, key)).body.ticket_order.status).toBe('PaymentComplete')
    expect(await chargedOf(ticket.id)).toEqual([1742])
  })

  it('settles a payment that another key left hanging before it takes a new one', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4242424242424242'))
    fault = async (made, charge) => {
      await made.charge(charge)
      return { kind: 'unknown', reason: 'the connection was cut after the charge' }
    }
    const lost = randomUUID()
    expect((await pay(ticket.id, body, lost)).status).toBe(503)
    fault = undefined
    expect(await pay(ticket.id, body)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect((await pay(ticket.id, body, lost)).body.ticket_order.status).toBe('PaymentComplete')
    expect(await chargedOf(ticket.id)).toEqual([1742])
  })

  it('charges nothing for an order that could not be placed (B4)', async () => {
    const source = await guest.card('4242424242424242')
    const bare = await startOrder(guest)
    expect(await pay(bare.id, paymentOf(bare, source))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'use_delivery' }] },
    })
    await guest.ticket('PUT', ticketPath(bare.id), {
      use_curbside: true,
      ...contact,
      ready_date_v2: '2026-11-20',
      ready_time_v2: '7:00pm',
    })
    larder.clock.advance(60 * 60 * 1000)
    const late = await guest.ticket('GET', ticketPath(bare.id))
    expect(await pay(bare.id, paymentOf(late, source))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'ready_time_v2' }] },
    })
    larder.clock.advance(-60 * 60 * 1000)
    const asap = await completeOrder(guest)
    larder.clock.advance(5 * 60 * 60 * 1000)
    expect(await pay(asap.id, paymentOf(asap, source))).toMatchObject({
      status: 409,
      body: { code: 'kitchen_closed' },
    })
    larder.clock.advance(-5 * 60 * 60 * 1000)
    const item = larder.directory.findByLabel('tavola')!.findOrderItem('dinner', 'pizza', 'margherita')!
    item.available = false
    try {
      expect(await pay(asap.id, paymentOf(asap, source))).toMatchObject({
        status: 409,
        body: { code: 'sold_out' },
      })
    } finally {
      delete item.available
    }
    expect(await chargedOf(bare.id)).toEqual([])
    expect(await chargedOf(asap.id)).toEqual([])
  })

  it('refuses an unknown payment method and an amount below the provider’s minimum', async () => {
    const ticket = await completeOrder(guest)
    expect(await pay(ticket.id, paymentOf(ticket, 'pm_nothing'))).toMatchObject({
      status: 402,
      body: { message: 'This card could not be used. Please enter it again.' },
    })
    const stick = {
      menu_external_id: 'dinner',
      menu_category_external_id: 'pizza',
      menu_item_external_id: 'cheap',
      menu_item: 'dinner.pizza.cheap',
      modifiers: [],
      quantity: 1,
    }
    const small = await completeOrder(guest, stick)
    expect(await pay(small.id, paymentOf(small, await guest.card('4242424242424242')))).toMatchObject({
      status: 422,
      body: {
        errors: [
          { field: 'amount', message: expect.stringContaining('The minimum for credit cards is $0.50.') },
        ],
      },
    })
  })

  it('refuses every number that is not a published test number', async () => {
    await expect(guest.card('4111111111111111')).rejects.toThrow('test cards only')
    const kept = await rows<{ body: string }>('SELECT body::text AS body FROM sandbox_objects')
    for (const { body } of kept) expect(body).not.toMatch(/4242424242424242|4111111111111111/)
  })

  it('leaves the ledger at zero, whatever happened', async () => {
    const [sum] = await rows<{ sum: number; transfers: number }>(
      'SELECT COALESCE(sum(amount_cents), 0)::int AS sum, count(DISTINCT transfer_id)::int AS transfers FROM ledger',
    )
    expect(sum!.sum).toBe(0)
    expect(sum!.transfers).toBeGreaterThan(5)
    const uneven = await rows(
      'SELECT transfer_id FROM ledger GROUP BY location_id, transfer_id HAVING sum(amount_cents) <> 0 OR count(*) <> 2',
    )
    expect(uneven).toEqual([])
    const [paid] = await rows<{ paid: number }>(
      'SELECT sum(non_tip_cents + tip_cents)::int AS paid FROM payments',
    )
    const [booked] = await rows<{ booked: number }>(
      `SELECT -sum(amount_cents)::int AS booked FROM ledger WHERE account = 'card_provider'`,
    )
    expect(booked!.booked).toBe(paid!.paid)
  })

  it('logs no card, token or address', () => {
    const text = JSON.stringify(larder.log)
    expect(text).not.toMatch(/pm_|pi_|4242|ada@example|ticketorder\/[\w-]{20}/)
  })
})
