import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Charge, Payments } from '#server/ports/payments/payments.ts'
import { databases } from './support/databases.ts'
import { buyer, giftcard, guestPayment, home, readyOrder } from './support/card-orders.ts'
import { addProgram } from './support/cards.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'

const bad = '4000000000000002'
const good = '4242424242424242'
/** Accepts one answer to the human check, from anybody. */
const people = {
  provider: 'embedded',
  siteKey: undefined,
  verify: async (_: string, answer: string) => answer === 'a person',
} as const

describe.for(databases)('declined card payments [$name]', (engine) => {
  let larder: TestLarder
  let other: TestLarder
  let guest: Guest
  let asked = 0
  let isLost = false
  let isRefused = false
  beforeAll(async () => {
    const options = {
      trustProxy: true,
      verification: people,
      paymentLimits: 'as served' as const,
      payments: (made: Payments) => ({
        ...made,
        charge: async (charge: Charge) => {
          asked++
          if (isRefused) return { kind: 'declined', message: 'No.', fault: 'charge_not_allowed' } as const
          const outcome = await made.charge(charge)
          return isLost ? ({ kind: 'unknown', reason: 'the answer was lost' } as const) : outcome
        },
      }),
    }
    larder = await startTestLarder(engine, options)
    // A second process on the same database.
    other = await startTestLarder({ name: engine.name, open: async () => larder.database }, options)
    guest = new Guest(larder)
    await addProgram(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    other.clock.set(dinnerTime)
    await larder.database.query('DELETE FROM limits')
    asked = 0
  })
  afterAll(async () => {
    await other.app.close()
    await larder.close()
  })

  type Try = { from?: string; card?: string | undefined; confirmation?: string; key?: string; email?: string }
  type Payable = { name: string; make(who: Guest): Promise<(one: Try) => Promise<Reply<ProblemBody>>> }
  const optionsOf = ({ from = '2001:db8:1:2::1', key }: Try) => ({
    key,
    headers: { 'x-forwarded-for': from },
  })
  const proof = ({ confirmation }: Try) =>
    confirmation === undefined ? {} : { recaptcha_confirmation: confirmation }
  const token = new Map<string, string>()
  const cardOf = async (number: string): Promise<string> => {
    const made = token.get(number) ?? (await guest.card(number))
    token.set(number, made)
    return made
  }

  const ticket: Payable = {
    name: 'a food order',
    async make(who) {
      const order = await completeOrder(who)
      return async (one) => {
        if (one.email !== undefined)
          await who.ticket('PUT', ticketPath(order.id), { recipient_email: one.email })
        return who.send(
          'POST',
          ticketPath(order.id, '/payment'),
          { ...paymentOf(order, await cardOf(one.card ?? bad)), ...proof(one) },
          optionsOf(one),
        )
      }
    },
  }
  const cards: Payable = {
    name: 'a gift card order',
    async make(who) {
      const order = await readyOrder(who)
      return async (one) => {
        const body = {
          ...guestPayment(order, await cardOf(one.card ?? bad)),
          ...(one.email !== undefined && { buyer_email: one.email }),
          ...proof(one),
        }
        return who.send('POST', `/location/:loc/card/order/${order.id}/submit`, body, optionsOf(one))
      }
    },
  }
  const posted: Payable = {
    name: 'cards by post',
    async make(who) {
      const items = [giftcard(25)]
      const started = await who.send<{ physical_order: { id: string } }>(
        'POST',
        '/location/:loc/physicalcard/start',
        { items },
      )
      const path = `/location/:loc/physicalcard/${started.body.physical_order.id}`
      const saved = await who.send<{ physical_order: { totals: { total: string } } }>('PUT', path, {
        items,
        status: 'Open',
        ...home,
        ...buyer,
      })
      const amount = Number(saved.body.physical_order.totals.total.replace('$', ''))
      return async (one) => {
        const body = {
          items,
          status: 'Submit',
          ...home,
          ...buyer,
          amount,
          payment_token: await cardOf(one.card ?? bad),
          ...proof(one),
        }
        return who.send('PUT', path, body, optionsOf(one))
      }
    },
  }
  const payables = [ticket, cards, posted]

  it.each(payables)('ask for a person after three and pause after ten, for $name', async ({ make }) => {
    const statuses: string[] = []
    const tryOnce = async (one: Try = {}): Promise<Reply<ProblemBody>> => {
      const reply = await (await make(guest))(one)
      statuses.push(`${reply.status} ${reply.body.code}`)
      return reply
    }
    for (let count = 0; count < 3; count++) await tryOnce({ from: `2001:db8:1:2::${count}` })
    expect(statuses).toEqual(Array(3).fill('402 payment_declined'))
    expect(await tryOnce()).toMatchObject({
      status: 403,
      body: { code: 'verification_required', errors: [{ field: 'recaptcha_confirmation' }] },
    })
    expect(await tryOnce({ confirmation: 'a machine' })).toMatchObject({
      status: 422,
      body: { code: 'verification_failed' },
    })
    expect(asked).toBe(3)
    // The limits by card and by address are cleared: this test is about the network's.
    await larder.database.query(
      `DELETE FROM limits WHERE bucket LIKE '%OfCard:%' OR bucket LIKE '%OfAddress:%'`,
    )
    for (let count = 3; count < 10; count++) {
      await tryOnce({ confirmation: 'a person' })
      await larder.database.query(
        `DELETE FROM limits WHERE bucket LIKE '%OfCard:%' OR bucket LIKE '%OfAddress:%'`,
      )
    }
    const paused = await tryOnce({ confirmation: 'a person', card: good })
    expect(paused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { code: 'payment_paused' },
    })
    expect(paused.body.message).toMatch(/was not charged.*60 minutes/)
    expect(asked).toBe(10)
    expect((await (await make(guest))({ from: '2001:db8:1:3::1', card: good })).status).toBe(200)
    larder.clock.advance(60 * 60_000)
    expect((await (await make(guest))({ card: good })).status).toBe(200)
  })

  it('reach the provider at most ten times, of five hundred from one /64 within a minute and over two processes, while a guest elsewhere pays', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => completeOrder(guest)))
    const card = await cardOf(bad)
    const processes = [guest, new Guest(other)]
    const attack = Array.from({ length: 500 }, async (_, count) => {
      const order = orders[count % orders.length]!
      const body = { ...paymentOf(order, card), recaptcha_confirmation: 'a person' }
      const options = {
        headers: { 'x-forwarded-for': `[2001:db8:1:2:${(count % 999).toString(16)}::7]:${1024 + count}` },
      }
      return (
        await processes[count % 2]!.send<ProblemBody>('POST', ticketPath(order.id, '/payment'), body, options)
      ).status
    })
    const honest = (await ticket.make(guest))({
      from: '203.0.113.5',
      card: good,
      email: 'honest@example.com',
    })
    const statuses = await Promise.all(attack)
    expect((await honest).status).toBe(200)
    expect(asked).toBeLessThanOrEqual(11)
    expect(statuses.filter((status) => status === 402).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => status === 200)).toEqual([])
    // Later requests do not reach the provider, either.
    for (let count = 0; count < 5; count++)
      expect(
        (await (await ticket.make(guest))({ confirmation: 'a person', from: `2001:db8:1:2::${count}` }))
          .status,
      ).toBeGreaterThan(402)
    expect(asked).toBeLessThanOrEqual(11)
  })

  it('are counted by card, whatever network and address they come from', async () => {
    const statuses: string[] = []
    for (let count = 0; count < 5; count++) {
      const reply = await (
        await cards.make(guest)
      )({ from: `198.51.100.${count}`, email: `guest${count}@example.com`, card: '4000000000009995' })
      statuses.push(reply.body.code)
    }
    expect(statuses).toEqual([
      'payment_declined',
      'payment_declined',
      'payment_declined',
      'verification_required',
      'verification_required',
    ])
    for (let count = 0; count < 3; count++)
      await (
        await cards.make(guest)
      )({
        from: `198.51.101.${count}`,
        email: `other${count}@example.com`,
        card: '4000000000009995',
        confirmation: 'a person',
      })
    expect(asked).toBe(5)
    expect(
      (await (await cards.make(guest))({ from: '198.51.102.1', email: 'new@example.com', card: good }))
        .status,
    ).toBe(200)
  })

  it('are counted by order, by address and by member, each alone', async () => {
    const numbers = ['4000000000000002', '4000000000009995', '4000000000009987', '4000000000009979']
    const runs: Record<string, (count: number) => Promise<Reply<ProblemBody>>> = {}
    const order = await cards.make(guest)
    runs['order'] = (count) =>
      order({ from: `198.51.100.${count}`, email: `guest${count}@example.com`, card: numbers[count] })
    runs['address'] = async (count) =>
      (await cards.make(guest))({
        from: `198.51.101.${count}`,
        email: ' Rosa@Example.com ',
        card: numbers[count],
      })
    const ada = await SignedIn.as(larder, await addUser(larder))
    runs['member'] = async (count) => {
      const mine = await readyOrder(ada)
      const body = {
        amount: Number(mine.totals.due.replace('$', '')),
        payment_source: await cardOf(numbers[count]!),
      }
      return ada.send(
        'POST',
        `/location/:loc/card/order/${mine.id}/submit`,
        body,
        optionsOf({ from: `198.51.102.${count}` }),
      )
    }
    for (const [name, run] of Object.entries(runs)) {
      const codes: string[] = []
      for (let count = 0; count < 4; count++) codes.push((await run(count)).body.code)
      expect({ name, codes }).toEqual({
        name,
        codes: [...Array<string>(3).fill('payment_declined'), 'verification_required'],
      })
      await larder.database.query('DELETE FROM limits')
    }
  })

  it('are counted by location: an attack from everywhere makes everybody show that they are a person, and stops nobody who does', async () => {
    await (
      await ticket.make(guest)
    )({ from: '198.51.100.1' })
    await larder.database.query(`UPDATE limits SET used = 30 WHERE bucket LIKE 'declinedOfLocation:%'`)
    expect((await (await ticket.make(guest))({ from: '203.0.113.5', card: good })).body.code).toBe(
      'verification_required',
    )
    expect(
      (await (await ticket.make(guest))({ from: '203.0.113.5', card: good, confirmation: 'a person' }))
        .status,
    ).toBe(200)
    await larder.database.query(`UPDATE limits SET used = 300 WHERE bucket LIKE 'declinedOfLocation:%'`)
    expect(
      await (
        await ticket.make(guest)
      )({ from: '203.0.113.6', card: good, confirmation: 'a person' }),
    ).toMatchObject({
      status: 429,
      headers: { 'retry-after': '900' },
    })
  })

  it('do not count what succeeds, nor a copy of a request', async () => {
    for (let count = 0; count < 12; count++)
      expect((await (await ticket.make(guest))({ card: good })).status).toBe(200)
    const pay = await ticket.make(guest)
    const key = randomUUID()
    for (let count = 0; count < 6; count++) expect((await pay({ key })).status).toBe(402)
    const rows = await larder.database.query<{ used: number }>(
      `SELECT used FROM limits WHERE bucket LIKE 'declinedOfClient:%'`,
    )
    expect(rows).toEqual([{ used: 1 }])
    // The same key again, now with a verification.
    for (let count = 0; count < 2; count++) await (await ticket.make(guest))({})
    const asking = await ticket.make(guest)
    const again = randomUUID()
    expect((await asking({ key: again, card: good })).status).toBe(403)
    expect((await asking({ key: again, card: good, confirmation: 'a person' })).status).toBe(200)
    expect((await asking({ key: again, card: good })).status).toBe(200)
  })

  it('do not count what the provider refuses for the account, whatever the card', async () => {
    isRefused = true
    for (let count = 0; count < 11; count++)
      expect(await (await ticket.make(guest))({ card: good })).toMatchObject({
        status: 402,
        body: { code: 'payment_declined', message: expect.stringContaining('not available right now') },
      })
    isRefused = false
    expect(asked).toBe(11)
    const counted = await larder.database.query(
      `SELECT bucket FROM limits WHERE used > 0 AND (bucket LIKE 'paying%' OR bucket LIKE 'declined%')`,
    )
    expect(counted).toEqual([])
    expect((await (await ticket.make(guest))({ card: good })).status).toBe(200)
  })

  it('give back what a payment took whose answer was lost, when it is found out', async () => {
    const taken = async (): Promise<number[]> =>
      (
        await larder.database.query<{ used: number }>(
          `SELECT used FROM limits WHERE bucket LIKE 'paying%' ORDER BY bucket`,
        )
      ).map(({ used }) => used)
    isLost = true
    expect((await (await ticket.make(guest))({ card: good })).status).toBe(503)
    isLost = false
    expect(await taken()).toEqual([1, 1, 1, 1, 1])
    larder.clock.advance(61_000)
    await larder.minute()
    expect(await taken()).toEqual([0, 0, 0, 0, 0])
  })

  it('reveal nobody’s address, card or network', async () => {
    await (
      await cards.make(guest)
    )({ from: '198.51.100.77', email: 'secret@example.com' })
    const kept = JSON.stringify([
      await larder.database.query('SELECT * FROM limits'),
      await larder.database.query('SELECT counted FROM payment_attempts'),
    ])
    expect(kept).toContain('payingOfAddress')
    for (const trace of ['198.51.100.77', 'secret@example.com', '2001:db8']) expect(kept).not.toContain(trace)
  })
})

describe.for(databases)('large gift card purchases [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      trustProxy: true,
      verification: people,
      paymentLimits: 'as served',
    })
    guest = new Guest(larder)
    await addProgram(larder)
  })
  beforeEach(() => larder.database.query('DELETE FROM limits'))
  afterAll(() => larder.close())

  const buy = async (
    dollars: number,
    { from = '203.0.113.1', email = 'rosa@example.com', number = good } = {},
  ): Promise<Reply<ProblemBody>> => {
    const order = await readyOrder(guest, 'Purchase', dollars)
    const body = { ...guestPayment(order, await guest.card(number)), buyer_email: email }
    return guest.send('POST', `/location/:loc/card/order/${order.id}/submit`, body, {
      headers: { 'x-forwarded-for': from },
    })
  }

  it('are for members: a guest buys for $500 a day, by network, address and card', async () => {
    const refused = await buy(501)
    expect(refused).toMatchObject({ status: 403, body: { code: 'gift_card_limit' } })
    expect(refused.body.message).toMatch(/up to \$500\.00 a day.*sign in.*not charged/)
    expect((await buy(300)).status).toBe(200)
    expect((await buy(200.01)).status).toBe(403)
    const elsewhere = { from: '203.0.113.2', email: 'other@example.com', number: '5555555555554444' }
    // Each of the three limits applies by itself.
    expect((await buy(300, { ...elsewhere, from: '203.0.113.1' })).status).toBe(403)
    expect((await buy(300, { ...elsewhere, email: 'ROSA@example.com' })).status).toBe(403)
    expect((await buy(300, { ...elsewhere, number: good })).status).toBe(403)
    expect((await buy(300, elsewhere)).status).toBe(200)
    expect((await buy(200)).status).toBe(200)
    larder.clock.advance(24 * 60 * 60_000)
    expect((await buy(500)).status).toBe(200)
    larder.clock.set(dinnerTime)
  })

  it('do not count what was declined, and let no two at once through together', async () => {
    expect((await buy(400, { number: bad })).status).toBe(402)
    const replies = await Promise.all(Array.from({ length: 4 }, () => buy(200)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403])
  })

  it('are limited to $2,000 a day for a member', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const buyAs = async (dollars: number): Promise<Reply<ProblemBody>> => {
      const order = await readyOrder(ada, 'Purchase', dollars)
      const body = {
        amount: Number(order.totals.due.replace(/[$,]/g, '')),
        payment_source: await ada.card(good),
      }
      return ada.send('POST', `/location/:loc/card/order/${order.id}/submit`, body)
    }
    expect((await buyAs(1500)).status).toBe(200)
    expect(await buyAs(501)).toMatchObject({
      status: 403,
      body: { code: 'gift_card_limit', message: expect.stringContaining('$2,000.00') },
    })
    expect((await buyAs(500)).status).toBe(200)
  })

  it('say nothing about food', async () => {
    for (let count = 0; count < 3; count++) {
      const order = await completeOrder(guest)
      await larder.database.query(`UPDATE limits SET used = 1000000 WHERE bucket LIKE 'giftCents%'`)
      expect(
        (await guest.send('POST', ticketPath(order.id, '/payment'), paymentOf(order, await guest.card(good))))
          .status,
      ).toBe(200)
    }
  })
})
