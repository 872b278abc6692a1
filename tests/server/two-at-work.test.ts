import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import { guestPayment, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { freeAll } from './support/leases.ts'
import { everybody, newAddress, signUpForm } from './support/members.ts'
import { completeOrder, paidOrder, paymentOf } from './support/orders.ts'
import { chargedOf, payables } from './support/payables.ts'
import { expectBooks } from './support/tenders.ts'
import { authenticate } from './support/authenticate.ts'

/**
 * The work that a lease guards is done once, even when two processes do it: one that was taken for dead continues. Here the
 * first stops at its call to the outside, its leases are freed, the second does the work, and the first continues.
 */
class Gate {
  #open = (): void => undefined
  #reach = (): void => undefined
  #isSet = false
  #reached = Promise.resolve()
  #opened = Promise.resolve()

  /** Stops the next caller. */
  set(): void {
    this.#isSet = true
    this.#reached = new Promise((resolve) => (this.#reach = resolve))
    this.#opened = new Promise((resolve) => (this.#open = resolve))
  }
  get reached(): Promise<void> {
    return this.#reached
  }
  open(): void {
    this.#open()
  }
  /** Returns whether this caller was stopped. */
  async pass(): Promise<boolean> {
    if (!this.#isSet) return false
    this.#isSet = false
    this.#reach()
    await this.#opened
    return true
  }
}

describe.for(databases)('two processes at work on one thing [$name]', (engine) => {
  let larder: TestLarder
  /** A second server on the same database, with rounds of its own. */
  let other: TestLarder
  const asked = new Gate()
  const answered = new Gate()
  const resumed = new Gate()
  const hashing = new Gate()
  const sending = new Gate()
  const refunding = new Gate()
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      verification: everybody,
      payments: (made) => ({
        ...made,
        async charge(charge) {
          await asked.pass()
          const outcome = await made.charge(charge)
          await answered.pass()
          return outcome
        },
        async resume(charge, intentId) {
          await resumed.pass()
          return made.resume(charge, intentId)
        },
        async refund(refund) {
          await refunding.pass()
          return made.refund(refund)
        },
      }),
      passwords: (made) => ({
        ...made,
        async hash(password) {
          await hashing.pass()
          return made.hash(password)
        },
      }),
      mail: {
        async send(message) {
          if (message.kind === 'gift-card' && (await sending.pass()))
            throw new Error('the mail server has gone meanwhile')
          larder.emails.push(message)
        },
      },
    })
    other = await startTestLarder({
      ...engine,
      open: async () => ({ ...larder.database, close: async () => undefined }),
    })
  })
  beforeEach(() => {
    for (const { clock } of [larder, other]) clock.set(dinnerTime)
  })
  afterAll(async () => {
    await expectBooks(larder)
    await other.close()
    await larder.close()
  })

  describe.for(payableKinds)('a payment for a %s', (kind) => {
    it.each([
      ['before the provider was asked', asked],
      ['before its answer was written down', answered],
    ])('charges and gives once, and both say so: the first stopped %s', async (_where, gate) => {
      const payable = await payables[kind](larder)
      const key = randomUUID()
      gate.set()
      const first = payable.pay(key)
      await gate.reached
      // Neither a repeat of the call nor another call may run beside it.
      for (const other of [key, randomUUID()])
        expect(await payable.pay(other)).toMatchObject({
          status: 409,
          body: { code: 'idempotency_in_progress' },
        })
      await freeAll(larder.database)
      const second = await payable.pay(key)
      gate.open()
      expect([second.status, (await first).status]).toEqual([200, 200])
      expect((await first).body).toEqual(second.body)
      expect(await chargedOf(larder, payable.id)).toEqual([payable.dueCents])
      expect(await payable.given()).toBe(kind === 'ticket' ? 0 : 1)
    })
  })

  it('an old question of the guest’s bank does not undo that they have answered it', async () => {
    const guest = new Guest(larder)
    const ticket = await completeOrder(guest)
    const body = paymentOf(ticket, await guest.card('4000002500003155'))
    const key = randomUUID()
    const pay = () => guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/payment'), body, { key })
    answered.set()
    const first = pay()
    await answered.reached
    await freeAll(larder.database)
    // A lease is identified by its end, so the second needs a later one.
    larder.clock.set(larder.clock.now() + 1000)
    const second = await pay()
    expect(second).toMatchObject({ status: 402, body: { code: 'authentication_required' } })
    await authenticate(larder, second.body.client_secret!)
    resumed.set()
    const third = pay()
    await resumed.reached
    answered.open()
    // The first server's outdated answer has no effect.
    expect(await first).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    resumed.open()
    expect((await third).status).toBe(200)
    expect(await chargedOf(larder, ticket.id)).toEqual([1742])
    expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('PaymentComplete')
  })

  it('a change that is prepared outside is made once, and both get its answer', async () => {
    const guest = new Guest(larder)
    const email = newAddress()
    const key = randomUUID()
    const signUp = () => guest.send('POST', '/auth/register', signUpForm(email), { key })
    hashing.set()
    const first = signUp()
    await hashing.reached
    await freeAll(larder.database)
    const second = await signUp()
    hashing.open()
    expect(second).toMatchObject({ status: 200 })
    expect(await first).toMatchObject({
      status: 200,
      body: second.body as object,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(larder.emails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('a change that is prepared outside is not begun a second time meanwhile', async () => {
    const guest = new Guest(larder)
    const email = newAddress()
    const key = randomUUID()
    const signUp = () => guest.send('POST', '/auth/register', signUpForm(email), { key })
    hashing.set()
    const first = signUp()
    await hashing.reached
    expect(await signUp()).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    hashing.open()
    expect(await first).toMatchObject({ status: 200 })
  })

  it('a card that was sent stays sent when another could not send it', async () => {
    const guest = new Guest(larder)
    const order = await readyOrder(guest, 'SendEmail')
    sending.set()
    await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    await sending.reached
    await freeAll(larder.database)
    await other.minute()
    sending.open()
    await larder.minute()
    expect(
      await larder.database.query('SELECT state FROM card_deliveries WHERE order_id = $1', [order.id]),
    ).toEqual([{ state: 'sent' }])
    expect(other.emails.filter(({ kind }) => kind === 'gift-card')).toHaveLength(1)
  })

  it('a refund is made and booked once', async () => {
    const guest = new Guest(larder)
    const ticket = await paidOrder(guest)
    await larder.database.query(`UPDATE tickets SET contact = '{}' WHERE id = $1`, [ticket.id])
    for (const { clock } of [larder, other]) clock.advance(80_000)
    refunding.set()
    const first = larder.minute()
    await refunding.reached
    await freeAll(larder.database)
    await other.minute()
    refunding.open()
    await first
    const refunds = await larder.database.query(
      `SELECT 1 AS one FROM sandbox_objects r JOIN sandbox_objects i ON i.id = r.body->>'payment_intent'
       WHERE r.kind = 'refund' AND i.body->'metadata'->>'ticket' = $1`,
      [ticket.id],
    )
    expect(refunds).toHaveLength(1)
    expect((await guest.ticket('GET', ticketPath(ticket.id))).status).toBe('Cancelled')
  })
})
