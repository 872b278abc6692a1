import { createPublicKey, randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PushPayload } from '#contract/schemas/push.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { makeVapidKeys } from '#server/ports/push/vapid.ts'
import { webPushAdapter } from '#server/ports/push/web-push.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder } from './support/placed.ts'
import { type Browser, browser } from './support/push-browser.ts'
import {
  findSubscription,
  type PushService,
  startPushService,
  subscribe,
  unsubscribe,
} from './support/push.ts'

const keys = makeVapidKeys()

describe.for(databases)('a browser that is notified of an order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let admin: SignedIn
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
    larder = await startTestLarder(engine, {
      push: webPushAdapter({ keys, subject: 'mailto:hello@larder.example' }, service.reach),
    })
    guest = new Guest(larder)
    admin = await administratorOf(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterEach(() => {
    service.answer.status = 201
    service.received.length = 0
    larder.emails.length = 0
  })
  afterAll(async () => {
    await larder.close()
    await service.close()
  })

  const here = (): Browser => browser(service.base)
  const moved = async (id: string, status: string): Promise<void> => {
    expect((await move(admin, id, status)).status).toBe(200)
    await larder.minute()
  }
  const pushedTo = ({ subscription, read }: Browser): PushPayload[] =>
    service.received
      .filter(({ path }) => subscription.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(read(body)) as PushPayload)
  const emailsOf = ({ id }: TicketOrder): MailMessage[] =>
    larder.emails.filter(({ text }) => text.includes(`/ticket/${id}`))
  const kindsOf = (order: TicketOrder): string[] => emailsOf(order).map(({ kind }) => kind)
  const rowsOf = ({ id }: TicketOrder) =>
    larder.database.query<{ endpoint: string; expires_at: number }>(
      'SELECT endpoint, expires_at FROM push_subscriptions WHERE ticket_id = $1',
      [id],
    )

  it('is notified once that it is ready, encrypted and without names, instead of an email', async () => {
    const order = await placedOrder(guest)
    const [phone, other] = [here(), here()]
    expect(await subscribe(guest, order.id, phone)).toMatchObject({ status: 200, body: { notified: true } })
    await moved(order.id, 'Ready')
    await moved(order.id, 'Preparing')
    await moved(order.id, 'Ready')
    expect(pushedTo(phone)).toEqual([
      {
        kind: 'ready',
        merchant: 'Tavola',
        order: order.name,
        path: `/ticket/${order.id}`,
        text: `Order ${order.name} is ready.`,
        language: 'en',
      },
    ])
    expect(PushPayload.safeParse(pushedTo(phone)[0]).success).toBe(true)
    const [{ body, headers }] = service.received as [PushService['received'][number]]
    expect(() => other.read(body)).toThrow('unable to authenticate')
    expect(body.toString('latin1')).not.toContain(order.name)
    expect(JSON.stringify(pushedTo(phone))).not.toMatch(/\b(?:Ada|Guest)\b|example\.com|0147/)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '3600' })
    expect(kindsOf(order)).toEqual(['order-placed'])
  })

  it('is sent to with a proof of who sends: a JWT of this installation for this push service (RFC 8292)', async () => {
    const order = await placedOrder(guest)
    await subscribe(guest, order.id, here())
    await moved(order.id, 'Ready')
    const [, jwt, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(
      String(service.received[0]!.headers['authorization']),
    )!
    const asked = await guest.send<{ public_key: string }>('GET', '/location/:loc/push')
    expect([key, asked.body.public_key]).toEqual([keys.publicKey, keys.publicKey])
    const point = Buffer.from(key!, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const verified = await jwtVerify(
      jwt!,
      createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' }),
    )
    expect(verified.payload).toMatchObject({
      aud: new URL(service.base).origin,
      sub: 'mailto:hello@larder.example',
    })
    expect(verified.payload.exp! * 1000 - Date.now()).toBeLessThanOrEqual(24 * 60 * 60_000)
  })

  it('is notified that a delivery is about to leave and that an order was canceled, which is also emailed; then it is deleted', async () => {
    const order = await placedOrder(guest, { use_curbside: false, use_delivery: true, ...address })
    const phone = here()
    await subscribe(guest, order.id, phone)
    await moved(order.id, 'Ready')
    await moved(order.id, 'Cancelled')
    expect(pushedTo(phone).map(({ kind }) => kind)).toEqual(['out_for_delivery', 'cancelled'])
    expect(JSON.stringify(pushedTo(phone))).not.toContain('Main Street')
    const topics = service.received.map(({ headers }) => headers['topic'])
    expect(new Set(topics).size).toBe(1)
    expect(String(topics[0])).not.toContain(order.id)
    await larder.minute()
    expect(kindsOf(order)).toEqual(['order-placed', 'order-cancelled', 'order-refunded'])
    expect(await rowsOf(order)).toEqual([])
  })

  it('counts once however often it subscribes, with its newest keys; an order has five at most', async () => {
    const order = await placedOrder(guest)
    const phone = here()
    const key = randomUUID()
    const newer = here()
    newer.subscription.endpoint = phone.subscription.endpoint
    await Promise.all([subscribe(guest, order.id, phone, key), subscribe(guest, order.id, phone, key)])
    await subscribe(guest, order.id, newer)
    expect(await rowsOf(order)).toHaveLength(1)
    for (let more = 0; more < 4; more++) expect((await subscribe(guest, order.id, here())).status).toBe(200)
    expect(await subscribe(guest, order.id, here())).toMatchObject({ status: 409 })
    expect((await subscribe(guest, order.id, newer)).status).toBe(200)
    await moved(order.id, 'Ready')
    expect(pushedTo(newer)).toHaveLength(1)
    expect(service.received).toHaveLength(5)
  })

  it('a push to a friend’s browser does not replace the guest’s email; a push to an expired own browser falls back to email', async () => {
    const order = await placedOrder(guest)
    const [friend, own] = [here(), here()]
    expect((await subscribe(new Guest(larder), order.id, friend)).status).toBe(200)
    await moved(order.id, 'Ready')
    expect(pushedTo(friend)).toMatchObject([{ kind: 'ready' }])
    expect(kindsOf(order)).toEqual(['order-placed', 'order-ready'])

    const second = await placedOrder(guest)
    await subscribe(new Guest(larder), second.id, friend)
    await subscribe(guest, second.id, own)
    await moved(second.id, 'Ready')
    expect([pushedTo(own).length, kindsOf(second)]).toEqual([1, ['order-placed']])

    const third = await placedOrder(guest)
    await subscribe(new Guest(larder), third.id, friend)
    await subscribe(guest, third.id, own)
    service.answer.status = 410
    await moved(third.id, 'Ready')
    await larder.minute()
    expect(kindsOf(third)).toEqual(['order-placed', 'order-ready'])
  })

  it('that belongs to the member is notified instead of an email', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const order = await placedOrder(member)
    await subscribe(member, order.id, here())
    await moved(order.id, 'Ready')
    expect(kindsOf(order)).toEqual(['order-placed'])
  })

  it('that belongs to the guest is also accepted after five others, in place of the first of them', async () => {
    const order = await placedOrder(guest)
    const friends = Array.from({ length: 5 }, here)
    for (const friend of friends) {
      larder.clock.advance(1000)
      expect((await subscribe(new Guest(larder), order.id, friend)).status).toBe(200)
    }
    expect((await subscribe(new Guest(larder), order.id, here())).status).toBe(409)
    const own = here()
    expect((await subscribe(guest, order.id, own)).status).toBe(200)
    expect((await subscribe(guest, order.id, own)).status).toBe(200)
    expect((await rowsOf(order)).map(({ endpoint }) => endpoint).toSorted()).toEqual(
      [own, ...friends.slice(1)].map(({ subscription }) => subscription.endpoint).toSorted(),
    )
    expect((await subscribe(new Guest(larder), order.id, friends[0]!)).status).toBe(409)
  })

  it('that turned it off is not notified, and its guest gets an email', async () => {
    const order = await placedOrder(guest)
    const phone = here()
    await subscribe(guest, order.id, phone)
    const off = () => unsubscribe(guest, order.id, phone)
    expect(await off()).toMatchObject({ status: 200, body: { notified: false } })
    expect((await off()).status).toBe(200)
    await moved(order.id, 'Ready')
    expect(service.received).toEqual([])
    expect(kindsOf(order)).toEqual(['order-placed', 'order-ready'])
  })

  it.each([404, 410])('that is gone (%i) is deleted, and its guest gets an email instead', async (status) => {
    const order = await placedOrder(guest)
    const phone = here()
    await subscribe(guest, order.id, phone)
    const asks = () => findSubscription(guest, order.id, phone)
    expect(await asks()).toMatchObject({ status: 200, body: { notified: true } })
    service.answer.status = status
    await moved(order.id, 'Ready')
    await larder.minute()
    // Its browser may still have the address, and learns here that it is good for nothing.
    expect(await asks()).toMatchObject({ status: 200, body: { notified: false } })
    expect(service.received).toHaveLength(1)
    expect(await rowsOf(order)).toEqual([])
    expect(kindsOf(order)).toEqual(['order-placed', 'order-ready'])
  })

  it('whose push service fails is tried again, and after four tries its guest gets an email; no address is logged', async () => {
    const order = await placedOrder(guest)
    const phone = here()
    await subscribe(guest, order.id, phone)
    service.answer.status = 500
    await moved(order.id, 'Ready')
    expect([service.received.length, kindsOf(order)]).toEqual([1, ['order-placed']])
    for (let time = 0; time < 6; time++) {
      larder.clock.advance(2 * 60_000)
      await larder.minute()
    }
    await larder.minute()
    expect([service.received.length, kindsOf(order)]).toEqual([4, ['order-placed', 'order-ready']])
    const log = JSON.stringify(larder.log)
    expect(log).toContain('push ready')
    expect(log).not.toContain(phone.subscription.endpoint)

    const again = await placedOrder(guest)
    await subscribe(guest, again.id, phone)
    await moved(again.id, 'Ready')
    service.answer.status = 201
    larder.clock.advance(60_000)
    await larder.minute()
    await larder.minute()
    expect(pushedTo(phone).at(-1)).toMatchObject({ order: again.name })
    expect(kindsOf(again)).toEqual(['order-placed'])
  })

  it('is notified once, also after a stop between the commit and the sending', async () => {
    const order = await placedOrder(guest)
    const phone = here()
    await subscribe(guest, order.id, phone)
    service.answer.status = 503
    await moved(order.id, 'Ready')
    // The state after a server died while it was sending the message.
    await larder.database.query(
      `UPDATE order_messages SET next_try_at = 0, locked_until = $2 WHERE ticket_id = $1 AND state = 'pending'`,
      [order.id, larder.clock.now() - 1],
    )
    service.answer.status = 201
    service.received.length = 0
    const shared = { ...larder.database, close: async () => undefined }
    const next = await startTestLarder(
      { name: engine.name, open: async () => shared },
      { push: webPushAdapter({ keys, subject: 'mailto:hello@larder.example' }, service.reach) },
    )
    await expect.poll(() => pushedTo(phone)).toHaveLength(1)
    await Promise.all([larder.minute(), next.minute()])
    expect(pushedTo(phone)).toHaveLength(1)
    await next.close()
  })

  it('is notified until a day after the order’s time, and about no order that is over', async () => {
    const order = await placedOrder(guest, { ready_date_v2: '2026-11-22', ready_time_v2: '6:00pm' })
    await subscribe(guest, order.id, here())
    expect(await rowsOf(order)).toMatchObject([{ expires_at: Date.parse('2026-11-23T23:00:00Z') }])
    await moved(order.id, 'Completed')
    expect(await rowsOf(order)).toEqual([])
    expect(await subscribe(guest, order.id, here())).toMatchObject({
      status: 409,
      body: { message: `There are no more updates for order ${order.name}.` },
    })
    const forgotten = await placedOrder(guest)
    await subscribe(guest, forgotten.id, here())
    larder.clock.advance(24 * 60 * 60_000)
    await larder.minute()
    expect(await rowsOf(forgotten)).toEqual([])
  })

  it('is registered only by a person who may read the order, and only for a placed one (X6)', async () => {
    const member = await SignedIn.as(larder, await addUser(larder))
    const theirs = await placedOrder(member)
    expect((await subscribe(guest, theirs.id, here())).status).toBe(404)
    expect((await unsubscribe(guest, theirs.id, here())).status).toBe(404)
    expect((await subscribe(new Guest(larder, grill), theirs.id, here())).status).toBe(404)
    expect((await subscribe(member, theirs.id, here())).status).toBe(200)
    expect((await subscribe(guest, (await completeOrder(guest)).id, here())).status).toBe(409)
    expect((await subscribe(guest, 'nothing', here())).status).toBe(404)
  })

  it('has an address of a push service, and keys that encrypt', async () => {
    const order = await placedOrder(guest)
    const refused = async (body: unknown): Promise<[number, string | undefined]> => {
      const reply = await guest.send<ProblemBody>('PUT', ticketPath(order.id, '/push'), body)
      return [reply.status, reply.body.errors[0]?.field]
    }
    const { subscription } = here()
    const with_ = (changes: object): object => ({
      ...subscription,
      keys: { ...subscription.keys, ...changes },
    })
    expect(await refused({ ...subscription, endpoint: 'http://169.254.169.254/latest' })).toEqual([
      422,
      'endpoint',
    ])
    expect(await refused(with_({ p256dh: `B${'A'.repeat(86)}` }))).toEqual([422, 'endpoint'])
    expect(await refused(with_({ p256dh: 'short' }))).toEqual([422, 'keys.p256dh'])
    expect(await refused(with_({ auth: '' }))).toEqual([422, 'keys.auth'])
    expect(await rowsOf(order)).toEqual([])
  })
})
