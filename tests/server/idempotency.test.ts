import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChargeOutcome } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, contact, margherita, paidOrder, paymentOf, startOrder } from './support/orders.ts'

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown }

describe.for(databases)('idempotency [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  /** The next charge waits until this resolves. */
  let hold: Promise<void> | undefined
  let charges = 0
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        charge: async (charge): Promise<ChargeOutcome> => {
          charges++
          await hold
          return made.charge(charge)
        },
      }),
    })
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  const countOf = async (table: string, where = 'true', params: unknown[] = []): Promise<number> =>
    (
      await larder.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE ${where}`,
        params,
      )
    )[0]!.count

  const started = async (
    path: (id: string) => string,
    method: Call['method'],
    body?: unknown,
  ): Promise<Call> => ({
    method,
    path: path((await startOrder(guest)).id),
    body,
  })

  const changes: [string, () => Promise<Call>][] = [
    ['create', async () => ({ method: 'GET', path: '/location/:loc/ticketorder/create' })],
    ['add', () => started((id) => ticketPath(id, '/items'), 'POST', { items: [margherita()] })],
    ['change', () => started((id) => ticketPath(id, '/items/1'), 'PUT', margherita({ quantity: 4 }))],
    ['remove', () => started((id) => ticketPath(id, '/items/1'), 'DELETE')],
    ['details', () => started((id) => ticketPath(id), 'PUT', { use_curbside: true, ...contact })],
    ['tip', () => started((id) => ticketPath(id, '/tip'), 'POST', { tip: 3 })],
    ['promo code', () => started((id) => ticketPath(id, '/promocode'), 'POST', { promo_code: 'WELCOME10' })],
    [
      'payment',
      async () => {
        const ticket = await completeOrder(guest)
        return {
          method: 'POST',
          path: ticketPath(ticket.id, '/payment'),
          body: paymentOf(ticket, await guest.card('4242424242424242')),
        }
      },
    ],
    [
      'submit',
      async () => ({
        method: 'POST',
        path: submitPath((await paidOrder(guest)).id),
        body: { phone_number: '' },
      }),
    ],
  ]

  it.each(changes)(
    '%s: twice with one key is one effect and one answer @AT-01 @AT-03 @AT-04 @AT-10 @AT-11 @AT-15 @AT-16 @AT-17',
    async (_name, make) => {
      const { method, path, body } = await make()
      const key = randomUUID()
      const first = await guest.send<TicketBody>(method, path, body, { key })
      const second = await guest.send<TicketBody>(method, path, body, { key })
      expect(first.status).toBe(200)
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(second.body).toEqual(first.body)
      const now = await guest.ticket('GET', ticketPath(first.body.ticket_order.id))
      expect(now.items).toEqual(first.body.ticket_order.items)
      expect(now.payments).toEqual(first.body.ticket_order.payments)
    },
  )

  it.each(changes)('%s: is refused without a key, and has no effect', async (_name, make) => {
    const { method, path, body } = await make()
    const refused = await guest.send<ProblemBody>(method, path, body, { key: '' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'idempotency_key_missing' } })
    expect((await guest.send<ProblemBody>(method, path, body, { key: 'not-a-uuid' })).status).toBe(400)
  })

  it.each(changes)('%s: fifty duplicates at once are one effect', async (name, make) => {
    const { method, path, body } = await make()
    const key = randomUUID()
    const before = {
      tickets: await countOf('tickets'),
      lines: await countOf('ticket_lines'),
      payments: await countOf('payments'),
      submissions: await countOf('submissions'),
    }
    const chargesBefore = charges
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => guest.send<TicketBody & ProblemBody>(method, path, body, { key })),
    )
    const done = replies.filter((reply) => reply.status === 200)
    expect(done.length).toBeGreaterThan(0)
    // Repeats of a payment are told that the first is still running; all others wait for it.
    const waiting = replies.filter((reply) => reply.status !== 200)
    for (const reply of waiting)
      expect(reply).toMatchObject({
        status: 409,
        body: { code: 'idempotency_in_progress' },
        headers: { 'retry-after': '1' },
      })
    expect(waiting.length === 0 || name === 'payment').toBe(true)
    expect(done.filter((reply) => reply.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(new Set(done.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
    const made = { create: 'tickets', add: 'lines', payment: 'payments', submit: 'submissions' }[name]
    const after = {
      tickets: await countOf('tickets'),
      lines: await countOf('ticket_lines'),
      payments: await countOf('payments'),
      submissions: await countOf('submissions'),
    }
    const removed = name === 'remove' ? { lines: before.lines - 1 } : {}
    expect(after).toEqual({
      ...before,
      ...(made && { [made]: before[made as keyof typeof before] + 1 }),
      ...removed,
    })
    expect(charges - chargesBefore).toBe(name === 'payment' ? 1 : 0)
  })

  it('gives the very same answer an hour later, with the times that could be chosen then', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    const tip = () => guest.send<TicketBody>('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }, { key })
    const first = await tip()
    larder.clock.advance(60 * 60 * 1000)
    const now = await guest.ticket('GET', ticketPath(ticket.id))
    const again = await tip()
    larder.clock.advance(-60 * 60 * 1000)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    const times = first.body.ticket_order.settings.available_order_ahead_time_slots_for_the_future
    expect(times.length).toBeGreaterThan(0)
    expect(now.settings.available_order_ahead_time_slots_for_the_future).not.toEqual(times)
  })

  it('keeps what a diner wrote as it was written, even when it looks like a part of the answer', async () => {
    const ticket = await startOrder(guest)
    const comment = '"available_order_ahead_time_slots_for_the_future":[] $& \\'
    const { settings, ...written } = await guest.ticket('PUT', ticketPath(ticket.id), {
      recipient_comment: comment,
    })
    expect(written.recipient_comment).toBe(comment)
    expect(settings.available_order_ahead_time_slots_for_the_future.length).toBeGreaterThan(0)
  })

  it('refuses one key for two different changes (N18)', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }, { key })
    const otherBody = await guest.send<ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/tip'),
      { tip: 2 },
      { key },
    )
    expect(otherBody).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const otherPath = await guest.send<ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/promocode'),
      { promo_code: 'WELCOME10' },
      { key },
    )
    expect(otherPath).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const otherTicket = await startOrder(guest)
    expect(
      (await guest.send<ProblemBody>('POST', ticketPath(otherTicket.id, '/tip'), { tip: 1 }, { key })).body
        .code,
    ).toBe('idempotency_mismatch')
    expect((await guest.ticket('GET', ticketPath(ticket.id))).tip).toBe('$1.00')
  })

  it('answers 409 with Retry-After while the first copy still runs', async () => {
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4242424242424242'))
    const key = randomUUID()
    let release = (): void => undefined
    hold = new Promise((resolve) => (release = resolve))
    const first = guest.send<TicketBody>('POST', ticketPath(ticket.id, '/payment'), body, { key })
    await expect.poll(() => countOf('payment_attempts', `ticket_id = $1`, [ticket.id])).toBe(1)
    const second = await guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/payment'), body, { key })
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'idempotency_in_progress' },
      headers: { 'retry-after': '1' },
    })
    hold = undefined
    release()
    expect((await first).body.ticket_order.status).toBe('PaymentComplete')
    expect(
      (await guest.send('POST', ticketPath(ticket.id, '/payment'), body, { key })).headers[
        'idempotent-replayed'
      ],
    ).toBe('true')
  })

  it('keeps a refusal under its key, too', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    const send = () =>
      guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'NOPE' }, { key })
    expect((await send()).headers['idempotent-replayed']).toBeUndefined()
    expect(await send()).toMatchObject({
      status: 422,
      body: { code: 'promo_invalid' },
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('does not store a server error: the same key succeeds later', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    await larder.database.script('ALTER TABLE tickets RENAME COLUMN tip_cents TO gone')
    const failed = await guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }, { key })
    await larder.database.script('ALTER TABLE tickets RENAME COLUMN gone TO tip_cents')
    expect(failed).toMatchObject({
      status: 500,
      body: { code: 'internal', message: 'Something went wrong on our side. Please try again in a moment.' },
    })
    expect(JSON.stringify(failed.body)).not.toContain('tip_cents')
    expect((await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }, { key })).tip).toBe('$1.00')
  })

  it('stores no answer longer than thirty days, on a server that runs for months (X12)', async () => {
    const kept = async () =>
      (await larder.database.query<{ n: string }>('SELECT count(*) AS n FROM idempotency_keys'))[0]!.n
    await startOrder(guest)
    expect(Number(await kept())).toBeGreaterThan(0)
    larder.clock.advance(31 * 24 * 60 * 60 * 1000)
    await larder.minute()
    expect(Number(await kept())).toBe(0)
    larder.clock.set(dinnerTime)
  })

  it('forgets a key after its retention: a day, thirty for money', async () => {
    const ticket = await startOrder(guest)
    const key = randomUUID()
    await guest.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 1 }, { key })
    const paid = await paidOrder(guest)
    const submit = randomUUID()
    const placed = await guest.ticket('POST', submitPath(paid.id), { phone_number: '' }, { key: submit })
    larder.clock.advance(24 * 60 * 60 * 1000)
    const fresh = await startOrder(guest)
    expect((await guest.ticket('POST', ticketPath(fresh.id, '/tip'), { tip: 2 }, { key })).tip).toBe('$2.00')
    const again = await guest.send<TicketBody>(
      'POST',
      submitPath(paid.id),
      { phone_number: '' },
      { key: submit },
    )
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body.ticket_order.name).toBe(placed.name)
  })
})
