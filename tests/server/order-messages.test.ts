import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder, paidOrder } from './support/orders.ts'
import type { SignedIn } from './support/people.ts'
import { browser } from './support/push-browser.ts'
import { subscribe } from './support/push.ts'
import { administratorOf, kitchenPath, move, place, placedOrder } from './support/placed.ts'

describe.for(databases)('what a guest is told about an order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let admin: SignedIn
  let broken = false
  /** Delays the mail server's answer. */
  let hold: (() => Promise<void>) | undefined
  const emails: MailMessage[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      mail: {
        async send(message) {
          if (broken) throw new Error('no answer from the mail server to ada@example.com')
          await hold?.()
          emails.push(message)
        },
      },
    })
    guest = new Guest(larder)
    admin = await administratorOf(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterEach(() => {
    broken = false
    emails.length = 0
  })
  afterAll(() => larder.close())

  const moved = async (id: string, status: string): Promise<void> =>
    expect((await move(admin, id, status)).status).toBe(200)
  /** The emails about an order that its guest has received by now. */
  const emailsAbout = async ({ id }: TicketOrder): Promise<MailMessage[]> => {
    await larder.minute()
    return emails.filter(({ text }) => text.includes(`/ticket/${id}`))
  }
  const kindsOf = async (order: TicketOrder): Promise<string[]> =>
    (await emailsAbout(order)).map(({ kind }) => kind)
  const rowsOf = (order: TicketOrder) =>
    larder.database.query(
      'SELECT event, state, tries, sent_to, facts FROM order_messages WHERE ticket_id = $1 ORDER BY created_at, event',
      [order.id],
    )

  it('placed: its number, place, time and price, in the restaurant’s time zone, without the guest’s details', async () => {
    const order = await placedOrder(guest)
    const [email] = await emailsAbout(order)
    expect(email).toMatchObject({
      kind: 'order-placed',
      to: 'ada@example.com',
      fromName: 'Tavola',
      subject: `Tavola has your order ${order.name}`,
    })
    for (const words of [
      `Thank you! Your order ${order.name} is in.`,
      'Curbside pickup: As soon as possible, about 30 minutes',
      'Where: Tavola, ',
      'Placed: November 20, 2026 at 6:00 PM',
      // The dishes and their prices, as on the receipt.
      '1 × Margherita, 12 inch: $16.00',
      `Subtotal: ${order.totals.sub_total}\nTax: ${order.totals.tax}\nTotal: ${order.totals.total}`,
      `Visa ending in 4242: ${order.totals.total}`,
    ])
      expect(email!.text).toContain(words)
    expect(email!.html).toContain(`Thank you! Your order ${order.name} is in.`)
    expect(email!.html).not.toMatch(/src=|url\(|<script/)
    expect(`${email!.text}${email!.html}`).not.toMatch(/\bAda\b|555-?0147/)
  })

  it('for later, and brought: when, and not where to', async () => {
    const order = await placedOrder(guest, {
      use_curbside: false,
      use_delivery: true,
      ...address,
      ready_date_v2: '2026-11-21',
      ready_time_v2: '6:00pm',
    })
    const [email] = await emailsAbout(order)
    expect(email!.text).toContain('Delivery: November 21, 2026 at 6:00 PM')
    expect(`${email!.text}${email!.html}`).not.toContain('1 Main Street')
    await moved(order.id, 'Ready')
    const ready = (await emailsAbout(order)).at(-1)!
    expect(ready.subject).toBe(`Your order ${order.name} is ready and about to leave for you`)
  })

  it('ready, once, however often it is moved and said', async () => {
    const order = await placedOrder(guest)
    const key = randomUUID()
    const ready = () => admin.send('PUT', `${kitchenPath}/orders/${order.id}`, { status: 'Ready' }, { key })
    expect((await Promise.all([ready(), ready()])).map(({ status }) => status)).toEqual([200, 200])
    await larder.minute()
    await moved(order.id, 'Preparing')
    await moved(order.id, 'Ready')
    await Promise.all([larder.minute(), larder.minute()])
    expect(await kindsOf(order)).toEqual(['order-placed', 'order-ready'])
    expect((await emailsAbout(order))[1]!.subject).toBe(`Your order ${order.name} is ready`)
  })

  it('an order is announced once, also if the call is repeated or arrives twice at once', async () => {
    const paid = await paidOrder(guest)
    const key = randomUUID()
    const submit = (with_: string) =>
      guest.send('POST', submitPath(paid.id), { phone_number: '' }, { key: with_ })
    await Promise.all([submit(key), submit(key), submit(randomUUID())])
    await submit(key)
    expect(await kindsOf(paid)).toEqual(['order-placed'])
  })

  it('cancelled, with what goes back where; refunded when the money has gone', async () => {
    const order = await placedOrder(guest)
    await moved(order.id, 'Cancelled')
    await moved(order.id, 'Cancelled')
    await larder.minute()
    await larder.minute()
    const told = await emailsAbout(order)
    expect(told.map(({ kind }) => kind)).toEqual(['order-placed', 'order-cancelled', 'order-refunded'])
    const { total } = order.totals
    expect(told[1]).toMatchObject({ subject: `Your order ${order.name} was canceled` })
    expect(told[1]!.text).toContain(`${total} goes back to Visa ending in 4242; allow 5–10 business days.`)
    expect(told[2]).toMatchObject({ subject: `Your refund of ${total} for order ${order.name}` })
    expect(told[2]!.text).toContain(`sent ${total} back to Visa ending in 4242`)
  })

  it('an order that was paid and cannot be placed: cancelled and refunded, and never placed', async () => {
    const paid = await paidOrder(guest)
    larder.clock.advance(31 * 60_000)
    await larder.minute()
    await larder.minute()
    expect(await kindsOf(paid)).toEqual(['order-cancelled', 'order-refunded'])
    expect((await emailsAbout(paid))[0]!.subject).toBe('Your order was canceled')
  })

  it('is kept while the mail server is away, and goes once when it is back: nothing of it is logged', async () => {
    broken = true
    const order = await placedOrder(guest)
    await larder.minute()
    expect(await rowsOf(order)).toMatchObject([{ state: 'pending', tries: 1, sent_to: 'ada@example.com' }])
    broken = false
    // Not before the next try is due; the intervals grow.
    expect(await emailsAbout(order)).toEqual([])
    larder.clock.advance(15_000)
    expect(await kindsOf(order)).toEqual(['order-placed'])
    larder.clock.advance(60 * 60_000)
    expect(await kindsOf(order)).toEqual(['order-placed'])
    // The message's data is deleted with it.
    expect(await rowsOf(order)).toEqual([
      { event: 'placed', state: 'sent', tries: 2, sent_to: null, facts: null },
    ])
    const failures = larder.log.filter(({ event }) => event === 'order_message_failed')
    expect(failures.length).toBeGreaterThan(0)
    expect(JSON.stringify(failures)).not.toMatch(/ada@|ticket\//)
  })

  it('is not told any more that food is ready which was handed over, or was ready two hours ago', async () => {
    const [handed, cold] = [await placedOrder(guest), await placedOrder(guest)]
    await larder.minute()
    broken = true
    for (const { id } of [handed, cold]) await moved(id, 'Ready')
    await larder.minute()
    await moved(handed.id, 'Completed')
    larder.clock.advance(60_000)
    broken = false
    await larder.database.query('UPDATE order_messages SET next_try_at = $2 WHERE ticket_id = $1', [
      cold.id,
      larder.clock.now() + 2 * 60 * 60_000,
    ])
    expect(await kindsOf(handed)).toEqual(['order-placed'])
    larder.clock.advance(2 * 60 * 60_000)
    expect(await kindsOf(handed)).toEqual(['order-placed'])
    expect(await kindsOf(cold)).toEqual(['order-placed'])
    expect(await rowsOf(cold)).toMatchObject([{}, { event: 'ready', state: 'dropped', facts: null }])
  })

  it('is announced as ready again if the first message was still unsent when the step was undone', async () => {
    const order = await placedOrder(guest)
    await larder.minute()
    broken = true
    await moved(order.id, 'Ready')
    await larder.minute()
    await moved(order.id, 'Preparing')
    broken = false
    await moved(order.id, 'Ready')
    expect(await kindsOf(order)).toEqual(['order-placed', 'order-ready'])
  })

  it('that was taken back while it was on its way has gone, and does not go again', async () => {
    const order = await placedOrder(guest)
    await larder.minute()
    let arrived = (): void => undefined
    const arriving = new Promise<void>((resolve) => (arrived = resolve))
    let answer = (): void => undefined
    hold = () => {
      arrived()
      return new Promise((resolve) => (answer = resolve))
    }
    await moved(order.id, 'Ready')
    await arriving
    hold = undefined
    await moved(order.id, 'Preparing')
    answer()
    await larder.minute()
    await moved(order.id, 'Ready')
    expect(await kindsOf(order)).toEqual(['order-placed', 'order-ready'])
    larder.clock.advance(10 * 60_000)
    expect(await kindsOf(order)).toEqual(['order-placed', 'order-ready'])
  })

  it('that it is ready is pushed while the mail server hangs', async () => {
    const order = await placedOrder(guest)
    await larder.minute()
    const phone = browser()
    expect(await subscribe(guest, order.id, phone)).toMatchObject({ status: 200 })
    let answer = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      hold = () => {
        resolve()
        return new Promise((done) => (answer = done))
      }
    })
    const other = await placedOrder(guest)
    await arrived
    await moved(order.id, 'Ready')
    await expect.poll(() => larder.pushes).toHaveLength(1)
    hold = undefined
    answer()
    expect(await kindsOf(other)).toEqual(['order-placed'])
  })

  it('goes after a stop between the commit and the sending, by the next start and once', async () => {
    broken = true
    const order = await placedOrder(guest)
    await larder.minute()
    // The state after a server died while it was sending the message.
    await larder.database.query(
      'UPDATE order_messages SET next_try_at = 0, locked_until = $2 WHERE ticket_id = $1',
      [order.id, larder.clock.now() - 1],
    )
    const shared = { ...larder.database, close: async () => undefined }
    const next = await startTestLarder({ name: engine.name, open: async () => shared })
    await expect.poll(() => next.emails.map(({ kind }) => kind)).toEqual(['order-placed'])
    broken = false
    expect(await emailsAbout(order)).toEqual([])
    await next.close()
  })

  it('is nothing for an order without an address to write to', async () => {
    const ticket = await completeOrder(guest)
    const order = await place(guest, ticket)
    await larder.database.query(
      `UPDATE tickets SET contact = contact || '{"recipient_email": ""}' WHERE id = $1`,
      [order.id],
    )
    await moved(order.id, 'Ready')
    expect(await kindsOf(order)).toEqual(['order-placed'])
    expect((await guest.ticket('GET', ticketPath(order.id))).status).toBe('Ready')
  })
})
