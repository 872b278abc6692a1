import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { markSent, takeDeliveries } from '#server/modules/card-orders/deliveries.ts'
import { freezeCards, unfreezeCards } from '#server/modules/cards/holds.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import {
  call,
  type CardOrderReply,
  cardOrder,
  cardsOf,
  guestPayment,
  orderPath,
  readyOrder,
  submit,
  visa,
} from './support/card-orders.ts'
import { testCipher } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'

/** A giver can change a gift until somebody opens it (extension `gift_changes`, decision 052). */
describe.for(databases)('a gift that was bought [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const emails: MailMessage[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      mail: { send: async (message) => void (message.kind === 'gift-card' && emails.push(message)) },
    })
    guest = new Guest(larder)
  })
  afterEach(() => {
    emails.length = 0
    larder.clock.advance(dayMs)
  })
  afterAll(() => larder.close())

  const bought = async (changes: object = {}): Promise<string> => {
    const order = await readyOrder(guest, 'SendEmail', 50)
    if (Object.keys(changes).length > 0) await cardOrder(guest, 'PUT', orderPath(order.id), changes)
    const reply = await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    expect(reply.status).toBe(200)
    await larder.minute()
    return order.id
  }
  const change = (id: string, body: object): Promise<CardOrderReply> =>
    call(guest, 'PUT', orderPath(id, '/gift'), body)
  const resend = (id: string): Promise<CardOrderReply> => call(guest, 'POST', orderPath(id, '/gift/resend'))
  const giftOf = async (id: string): Promise<CardOrder['gift']> =>
    (await cardOrder(guest, 'GET', orderPath(id))).gift
  const linkIn = (email: MailMessage): string => /\/gift\/([\w-]+)/.exec(email.text)![1]!
  const codeIn = (email: MailMessage): string | undefined =>
    /Existing Gift Card": (\S+)/.exec(email.text)?.[1]
  const open = (link: string) => guest.send<{ card: object }>('GET', `/location/:loc/card/${link}/egift`)
  const inHours = (hours: number): object => ({
    send_at_local: new Date(larder.clock.now() + hours * 60 * 60_000).toISOString().slice(0, 16),
    send_time_zone: 'UTC',
  })

  it('that was sent to a wrong address goes to the right one, and the first link and code are worth nothing', async () => {
    const id = await bought()
    expect(await giftOf(id)).toMatchObject({ state: 'sent', can_change: true })
    const [wrong] = emails
    expect(await change(id, { recipient_email: 'right@example.com' })).toMatchObject({ status: 200 })
    await larder.minute()
    expect(emails.map(({ to }) => to)).toEqual(['ada@example.com', 'right@example.com'])
    expect((await open(linkIn(wrong!))).status).toBe(404)
    const ada = await SignedIn.as(larder, await addUser(larder))
    const stale = await ada.send('POST', '/location/:loc/card/import', { claim_code: codeIn(wrong!) })
    expect(stale.status).toBe(422)
    expect((await open(linkIn(emails[1]!))).status).toBe(200)
    const good = await ada.send('POST', '/location/:loc/card/import', { claim_code: codeIn(emails[1]!) })
    expect(good.status).toBe(200)
  })

  it('that waits gets another time and other words, and is sent once', async () => {
    const id = await bought(inHours(24))
    expect(await giftOf(id)).toEqual({ state: 'scheduled', can_change: true })
    expect(await resend(id)).toMatchObject({
      status: 409,
      body: { message: 'This gift was not sent yet.' },
    })
    const moved = await change(id, { ...inHours(48), personal_message: 'Later, then.' })
    expect(moved.body.card_order.personal_message).toBe('Later, then.')
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    expect(emails).toEqual([])
    larder.clock.advance(24 * 60 * 60_000)
    await larder.minute()
    expect(emails).toHaveLength(1)
    expect((await open(linkIn(emails[0]!))).body.card).toMatchObject({ personal_message: 'Later, then.' })
    expect((await change(id, { send_at_local: '' })).status).toBe(409)
  })

  it('that waits is sent right away when its time is removed', async () => {
    const id = await bought(inHours(24))
    expect((await change(id, { send_at_local: '' })).status).toBe(200)
    await larder.minute()
    expect(emails).toHaveLength(1)
  })

  it('is not changed or sent again once it was opened, and says when that was', async () => {
    const id = await bought()
    await open(linkIn(emails[0]!))
    expect(await giftOf(id)).toMatchObject({
      state: 'opened',
      can_change: false,
      opened_at: new Date(larder.clock.now()).toISOString(),
    })
    for (const reply of [await change(id, { personal_message: 'Too late' }), await resend(id)])
      expect(reply).toMatchObject({
        status: 409,
        body: { message: 'Ada has opened this gift, so it cannot be changed anymore.' },
      })
  })

  it('can also be opened while its card is on hold, and then shows the number', async () => {
    const id = await bought()
    const [{ id: cardId } = { id: '' }] = await cardsOf(larder, id)
    const at = { locationId: tavola.location }
    await larder.database.transaction((tx) => freezeCards(tx, larder, at, [cardId], { cause: 'staff' }))
    await open(linkIn(emails[0]!))
    await larder.database.transaction((tx) => unfreezeCards(tx, larder, at, 'staff', { cardId }))
    expect(await giftOf(id)).toMatchObject({ state: 'opened', can_change: false })
    expect((await change(id, { recipient_email: 'right@example.com' })).status).toBe(409)
  })

  it('is either changed or opened first when both happen at the same moment: two people never have the card', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await bought()
      const link = linkIn(emails.at(-1)!)
      const [changed, opened] = await Promise.all([
        change(id, { recipient_email: `other-${round}@example.com` }),
        open(link),
      ])
      expect([changed.status, opened.status].filter((status) => status === 200)).toHaveLength(1)
      await larder.minute()
      emails.length = 0
    }
  })

  it('is sent again with the same link, five times a day and no more', async () => {
    const id = await bought()
    const first = linkIn(emails[0]!)
    for (let count = 0; count < 5; count++) {
      expect((await resend(id)).status).toBe(200)
      await larder.minute()
    }
    expect(emails.map(linkIn)).toEqual(Array.from({ length: 6 }, () => first))
    expect(new Set(emails.map((email) => email.id)).size).toBe(6)
    expect(await resend(id)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await open(first)).status).toBe(200)
  })

  it('sent again twice under one key, is sent once', async () => {
    const id = await bought()
    const key = crypto.randomUUID()
    const again = () => call(guest, 'POST', orderPath(id, '/gift/resend'), undefined, { key })
    expect((await again()).status).toBe(200)
    await larder.minute()
    expect((await again()).status).toBe(200)
    await larder.minute()
    expect(emails).toHaveLength(2)
  })

  it('cannot be changed while a worker is sending it', async () => {
    const id = await bought(inHours(24))
    await larder.database.query('UPDATE card_deliveries SET locked_until = $2 WHERE order_id = $1', [
      id,
      larder.clock.now() + 60_000,
    ])
    expect((await change(id, { recipient_email: 'x@example.com' })).status).toBe(409)
    larder.clock.advance(60_001)
    expect((await change(id, { recipient_email: 'x@example.com' })).status).toBe(200)
  })

  it('a worker that was held up does not say that the gift has gone which its giver has changed since', async () => {
    const id = await bought(inHours(1))
    larder.clock.advance(2 * 60 * 60_000)
    const ports = { database: larder.database, cipher: testCipher }
    const taken = await takeDeliveries(ports, ['tavola-nyc'], larder.clock.now(), 'email')
    const held = taken.filter(({ orderId }) => orderId === id)
    expect(held).toHaveLength(1)
    // The worker's lease has ended without its knowledge.
    larder.clock.advance(6 * 60_000)
    expect((await change(id, { recipient_email: 'right@example.com' })).status).toBe(200)
    await markSent(larder.database, held, larder.clock.now())
    await larder.minute()
    expect(emails.filter(({ to }) => to === 'right@example.com')).toHaveLength(1)
  })

  it('cannot be taken back, because it was not passed on but bought', async () => {
    const giver = await SignedIn.as(larder, await addUser(larder))
    const order = await readyOrder(giver, 'SendEmail', 25)
    await submit(giver, order.id, { amount: 25, payment_source: await giver.card(visa) })
    await larder.minute()
    expect(await call(giver, 'POST', orderPath(order.id, '/gift/takeback'))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('was bought cannot be taken back here') as string },
    })
  })

  it('can be changed only by its giver', async () => {
    const giver = await SignedIn.as(larder, await addUser(larder))
    const other = await SignedIn.as(larder, await addUser(larder))
    const order = await readyOrder(giver, 'SendEmail', 25)
    await submit(giver, order.id, { amount: 25, payment_source: await giver.card(visa) })
    for (const who of [guest, other]) {
      expect((await call(who, 'PUT', orderPath(order.id, '/gift'), { personal_message: '' })).status).toBe(
        404,
      )
      expect((await call(who, 'POST', orderPath(order.id, '/gift/resend'))).status).toBe(404)
    }
    const { body } = await giver.send<{ gifts: CardOrder[] }>('GET', '/location/:loc/card/gifts')
    expect(body.gifts.map(({ id }) => id)).toEqual([order.id])
    expect((await other.send<{ gifts: CardOrder[] }>('GET', '/location/:loc/card/gifts')).body.gifts).toEqual(
      [],
    )
    expect((await guest.send('GET', '/location/:loc/card/gifts')).status).toBe(401)
  })

  it('is listed as long as it can be changed, however many were sent after it', async () => {
    const giver = await SignedIn.as(larder, await addUser(larder))
    const order = await readyOrder(giver, 'SendEmail', 25)
    await submit(giver, order.id, { amount: 25, payment_source: await giver.card(visa) })
    await larder.database.query(
      `INSERT INTO card_orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', 'later-' || lpad(n::text, 6, '0'), 'created_at', o.created_at + n, 'reference', gen_random_uuid(), 'receipt_id', gen_random_uuid()))).*
       FROM card_orders o, generate_series(1, 60) n WHERE o.id = $1`,
      [order.id],
    )
    const { body } = await giver.send<{ gifts: CardOrder[] }>('GET', '/location/:loc/card/gifts')
    expect(body.gifts).toHaveLength(50)
    expect([body.gifts[0]!.id, body.gifts.at(-1)!.id]).toEqual(['later-000060', order.id])
  })

  it('refuses an address that is none, an order that sends none, and a card that is not good any more', async () => {
    const id = await bought()
    expect(await change(id, { recipient_email: 'nowhere' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'recipient_email' }] },
    })
    const own = await readyOrder(guest, 'Purchase', 25)
    expect((await resend(own.id)).status).toBe(409)
    const [card] = await cardsOf(larder, id)
    await larder.database.query("UPDATE cards SET status = 'disabled' WHERE id = $1", [card!.id])
    expect((await resend(id)).status).toBe(409)
    expect(await giftOf(id)).toMatchObject({ state: 'stopped', can_change: false })
  })

  it.each([
    ['frozen', 'This gift card is on hold. Please call (212) 555-0100.'],
    ['disabled', 'This gift card is no longer valid. Please call (212) 555-0100.'],
  ])('says that its card is %s, not that somebody has opened it', async (status, message) => {
    const id = await bought()
    const [card] = await cardsOf(larder, id)
    await larder.database.query('UPDATE cards SET status = $2 WHERE id = $1', [card!.id, status])
    for (const reply of [await change(id, { personal_message: 'Enjoy!' }), await resend(id)])
      expect(reply).toMatchObject({ status: 409, body: { message } })
  })
})
