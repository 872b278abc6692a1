import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EphemeralKeyAnswer, ephemeralKeyVersion } from '#contract/schemas/user.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { type Payments, PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import {
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { authenticate } from './support/authenticate.ts'

type Answer = EphemeralKeyAnswer & ProblemBody
const visa = '4242424242424242'

describe.for(databases)('saved cards [$name]', (engine) => {
  let larder: TestLarder
  let broken: Partial<Payments> = {}
  let sandbox: Payments
  const opened: { customerId: string; version: string }[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...(sandbox = made),
        charge: (charge) => (broken.charge ?? made.charge)(charge),
        openEphemeralKey: (location, customerId, version) => {
          opened.push({ customerId, version })
          return (broken.openEphemeralKey ?? made.openEphemeralKey)(location, customerId, version)
        },
        listSavedCards: (...call) => (broken.listSavedCards ?? made.listSavedCards)(...call),
        removeSavedCard: (...call) => (broken.removeSavedCard ?? made.removeSavedCard)(...call),
      }),
    })
  })
  afterEach(() => {
    broken = {}
  })
  afterAll(() => larder.close())

  let count = 0
  const somebody = async (): Promise<SignedIn & { email: string }> => {
    const email = `diner-${++count}@example.com`
    return Object.assign(await SignedIn.as(larder, await addUser(larder, { email })), { email })
  }
  const ask = (who: Guest & { email?: string }, body: object = {}): Promise<Reply<Answer>> =>
    who.send('POST', '/location/:loc/payment/ephemeralkey', {
      stripe_version: ephemeralKeyVersion,
      email: who.email ?? '',
      ...body,
    })
  const customerOf = async (who: SignedIn & { email: string }): Promise<string> =>
    (await ask(who)).body.stripe_customer_id
  const pay = async (
    who: Guest,
    source: string,
    customer?: string,
    ticket?: TicketOrder,
  ): Promise<Reply<TicketBody & ProblemBody>> => {
    const order = ticket ?? (await completeOrder(who))
    return who.send('POST', ticketPath(order.id, '/payment'), {
      ...paymentOf(order, source),
      ...(customer !== undefined && { stripe_customer_id: customer }),
    })
  }

  it('returns the user’s customer, the same each time, by a key of the specified version @AP-07 @EN-46 @BC-02 @EN-47', async () => {
    const ada = await somebody()
    const first = await ask(ada)
    expect(first).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { payment_sources: [] },
    })
    expect(first.body.stripe_customer_id).toMatch(/^cus_/)
    expect((await ask(ada)).body).toEqual(first.body)
    expect(opened.at(-1)).toEqual({ customerId: first.body.stripe_customer_id, version: '2019-05-16' })
    const user = await ada.send('GET', '/user')
    expect(user.body).toMatchObject({ user: { stripe_customer_id: first.body.stripe_customer_id } })
    const bob = await somebody()
    expect(await customerOf(bob)).not.toBe(first.body.stripe_customer_id)
  })

  it('makes one customer of ten calls at once', async () => {
    const ada = await somebody()
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(ada)))
    expect(new Set(replies.map(({ body }) => body.stripe_customer_id)).size).toBe(1)
    const made = await larder.database.query(
      `SELECT 1 AS one FROM sandbox_objects WHERE kind = 'customer' AND body->'metadata'->>'user' = $1`,
      [ada.userId],
    )
    expect(made).toHaveLength(1)
  })

  it('refuses another version, another’s address, and whoever is not signed in', async () => {
    const ada = await somebody()
    expect(await ask(ada, { stripe_version: '2024-01-01' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'stripe_version' }] },
    })
    expect(await ask(ada, { email: 'other@example.com' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'email' }] },
    })
    expect(await ask(new Guest(larder), { email: ada.email })).toMatchObject({ status: 401 })
    expect((await ask(ada, { email: ada.email.toUpperCase() })).status).toBe(200)
  })

  it('never reveals or stores the key’s secret, and sends the provider only ids', async () => {
    const ada = await somebody()
    const reply = await ask(ada)
    expect(Object.keys(reply.body).sort()).toEqual(['payment_sources', 'stripe_customer_id'])
    for (const table of ['sandbox_requests', 'sandbox_objects', 'idempotency_keys']) {
      const text = JSON.stringify(await larder.database.query(`SELECT * FROM ${table}`))
      expect(text).not.toContain('ek_sandbox_')
      expect(text).not.toContain(ada.email)
    }
    expect(JSON.stringify(larder.log)).not.toContain('ek_sandbox_')
  })

  it('saves a card that has paid for the user, and pays with it again @AT-15', async () => {
    const ada = await somebody()
    const customer = await customerOf(ada)
    expect((await pay(ada, await ada.card(visa), customer)).body.ticket_order.status).toBe('PaymentComplete')
    const { payment_sources: sources } = (await ask(ada)).body
    expect(sources).toEqual([
      {
        id: expect.stringMatching(/^pm_/) as string,
        brand: 'Visa',
        last4: '4242',
        exp_month: 12,
        exp_year: 2034,
      },
    ])
    const again = await pay(ada, sources![0]!.id, customer)
    expect(again.body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      payments: [{ display_name: 'Visa ending in 4242' }],
    })
  })

  it('keeps a card after the bank has asked, and none that was declined or given without a customer', async () => {
    const ada = await somebody()
    const customer = await customerOf(ada)
    expect((await pay(ada, await ada.card('4000000000000002'), customer)).status).toBe(402)
    expect((await pay(ada, await ada.card('5555555555554444'))).status).toBe(200)
    expect((await ask(ada)).body.payment_sources).toEqual([])
    const order = await completeOrder(ada)
    const body = { ...paymentOf(order, await ada.card('4000002500003155')), stripe_customer_id: customer }
    const key = '7f1f3c1c-26a1-4c0c-9d9a-5f2d3b0f7a11'
    const asked = await ada.send<ProblemBody>('POST', ticketPath(order.id, '/payment'), body, { key })
    expect(asked.body.code).toBe('authentication_required')
    expect((await ask(ada)).body.payment_sources).toEqual([])
    await authenticate(larder, asked.body.client_secret!)
    expect(await ada.send('POST', ticketPath(order.id, '/payment'), body, { key })).toMatchObject({
      status: 200,
    })
    expect((await ask(ada)).body.payment_sources).toMatchObject([{ last4: '3155' }])
  })

  it('asks again with the same customer when the provider’s answer was lost, and charges once', async () => {
    const ada = await somebody()
    const customer = await customerOf(ada)
    const order = await completeOrder(ada)
    const body = { ...paymentOf(order, await ada.card(visa)), stripe_customer_id: customer }
    const charges: (string | undefined)[] = []
    broken = {
      charge: async (charge) => {
        charges.push(charge.customerId)
        await sandbox.charge(charge)
        return { kind: 'unknown', reason: 'the line broke' }
      },
    }
    const first = randomUUID()
    expect((await ada.send('POST', ticketPath(order.id, '/payment'), body, { key: first })).status).toBe(503)
    broken = {}
    expect((await ada.send('POST', ticketPath(order.id, '/payment'), body, { key: first })).status).toBe(200)
    expect(charges).toEqual([customer])
    const charged = await larder.database.query(
      `SELECT 1 AS one FROM sandbox_objects WHERE kind = 'payment_intent' AND body->'metadata'->>'ticket' = $1 AND body->>'status' = 'succeeded'`,
      [order.id],
    )
    expect(charged).toHaveLength(1)
    expect((await ask(ada)).body.payment_sources).toHaveLength(1)
  })

  it('shows a card once that was entered twice', async () => {
    const ada = await somebody()
    const customer = await customerOf(ada)
    for (const number of [visa, visa])
      expect((await pay(ada, await ada.card(number), customer)).status).toBe(200)
    expect((await ask(ada)).body.payment_sources).toHaveLength(1)
  })

  it('lets nobody pay with another’s customer or another’s card', async () => {
    const [ada, bob] = [await somebody(), await somebody()]
    const [adas, bobs] = [await customerOf(ada), await customerOf(bob)]
    await pay(ada, await ada.card(visa), adas)
    const card = (await ask(ada)).body.payment_sources![0]!.id
    const guest = new Guest(larder)
    for (const [who, customer] of [
      [bob, adas],
      [guest, adas],
    ] as const) {
      const refused = await pay(who, await who.card(visa), customer)
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'stripe_customer_id' }] } })
    }
    for (const [who, customer] of [
      [bob, bobs],
      [bob, undefined],
      [guest, undefined],
    ] as const)
      expect(await pay(who, card, customer)).toMatchObject({
        status: 402,
        body: { code: 'payment_declined' },
      })
    expect((await ask(bob)).body.payment_sources).toEqual([])
  })

  it('uses a card this once where it is not to be kept, and charges it with no customer', async () => {
    const ada = await somebody()
    const customer = await customerOf(ada)
    const charges: (string | undefined)[] = []
    broken = {
      charge: (charge) => {
        charges.push(charge.customerId)
        return sandbox.charge(charge)
      },
    }
    for (const [keep, kept] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const order = await completeOrder(ada)
      const body = {
        ...paymentOf(order, await ada.card(visa)),
        stripe_customer_id: customer,
        keep_card: keep,
      }
      expect((await ada.send('POST', ticketPath(order.id, '/payment'), body)).status).toBe(200)
      expect((await ask(ada)).body.payment_sources).toHaveLength(kept)
    }
    expect(charges).toEqual([undefined, customer])
  })

  const remove = (who: Guest, id: string): Promise<Reply<Answer>> =>
    who.send('DELETE', `/user/savedcards/${id}`)

  it('removes a card for its member, however often it was entered, and then refuses to charge it', async () => {
    const ada = await somebody()
    const customer = await customerOf(ada)
    for (const number of ['5555555555554444', visa, visa])
      expect((await pay(ada, await ada.card(number), customer)).status).toBe(200)
    const id = (await ask(ada)).body.payment_sources!.find(({ last4 }) => last4 === '4242')!.id
    const left = [{ brand: 'Mastercard', last4: '4444' }]
    expect(await remove(ada, id)).toMatchObject({ status: 200, body: { payment_sources: left } })
    // A repeat, as after a lost answer.
    expect(await remove(ada, id)).toMatchObject({ status: 200, body: { payment_sources: left } })
    expect((await ask(ada)).body.payment_sources).toMatchObject(left)
    expect((await ada.send('GET', '/user/export')).body).toMatchObject({ tables: { saved_cards: left } })
    expect(await pay(ada, id, customer)).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
  })

  it('lets nobody remove another’s card', async () => {
    const [ada, bob] = [await somebody(), await somebody()]
    await pay(ada, await ada.card(visa), await customerOf(ada))
    const card = (await ask(ada)).body.payment_sources![0]!.id
    await customerOf(bob)
    expect(await remove(bob, card)).toMatchObject({ status: 200, body: { payment_sources: [] } })
    expect((await remove(await somebody(), card)).status).toBe(404)
    expect((await remove(new Guest(larder), card)).status).toBe(401)
    expect((await ask(ada)).body.payment_sources).toMatchObject([{ id: card }])
  })

  it('says so when a card cannot be removed just now', async () => {
    const ada = await somebody()
    await customerOf(ada)
    broken = { removeSavedCard: () => Promise.reject(new PaymentsUnreachableError('gone')) }
    expect(await remove(ada, 'pm_any')).toMatchObject({
      status: 503,
      body: {
        code: 'payment_unavailable',
        message: 'Your card cannot be removed just now. Please try again.',
      },
      headers: { 'retry-after': '5' },
    })
  })

  it('makes a new customer when the provider has lost the old one', async () => {
    const ada = await somebody()
    const lost = await customerOf(ada)
    await larder.database.query(`DELETE FROM sandbox_objects WHERE kind = 'customer' AND id = $1`, [lost])
    const found = await customerOf(ada)
    expect(found).not.toBe(lost)
    expect(await customerOf(ada)).toBe(found)
  })

  it('says so when the provider does not answer: a card can still be entered', async () => {
    const ada = await somebody()
    broken = { listSavedCards: () => Promise.reject(new PaymentsUnreachableError('gone')) }
    expect(await ask(ada)).toMatchObject({
      status: 503,
      body: { code: 'payment_unavailable' },
      headers: { 'retry-after': '5' },
    })
    broken = { openEphemeralKey: async () => 'gone' }
    expect(await ask(await somebody())).toMatchObject({ status: 503 })
  })
})
