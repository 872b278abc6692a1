import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '#contract/schemas/card.ts'
import type { StaffCardAnswer } from '#contract/schemas/staff-card.ts'
import { freezeCards, unfreezeCards } from '#server/modules/cards/holds.ts'
import { cardsOf } from './support/card-orders.ts'
import { addCard, addProgram } from './support/cards.ts'
import { numberOf } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, type ProblemBody, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { act, buy, copyOrders, find, referenceOf, seen } from './support/staff-cards.ts'
import { actsOf } from './support/staff.ts'
import { balanceOf, expectBooks, redeem, release } from './support/tenders.ts'

const onHold = 'This gift card is on hold. Please call (212) 555-0100.'
const notValid = 'This gift card is no longer valid. Please call (212) 555-0100.'

describe.for(databases)('gift cards in the staff’s hands [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  let manager: SignedIn
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  beforeEach(async () => {
    // Acts are listed by their time, so each test starts later.
    larder.clock.advance(1000)
    ;[owner, manager, ada] = [
      await administratorOf(larder),
      await SignedIn.as(larder, await addUser(larder, { role: 'manager' })),
      await SignedIn.as(larder, await addUser(larder)),
    ]
  })
  afterEach(() => expectBooks(larder))
  afterAll(() => larder.close())

  const emailOf = async (userId: string): Promise<string> =>
    (await larder.database.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]))[0]!
      .email
  const own = async (id: string): Promise<Card> =>
    (await ada.send<{ card: Card }>('GET', `/location/:loc/card/${id}`)).body.card
  const spend = async (cardId: string) => {
    const ticket = await completeOrder(ada)
    return { ticket, reply: await redeem(ada, ticket.id, { card_id: cardId, amount: 17.42 }) }
  }
  /** A card in Ada's account, with the staff's reference to it. */
  const adasCard = async (amountCents = 2500) => {
    const card = await addCard(larder, { userId: ada.userId, amountCents })
    return { card, reference: await referenceOf(larder, card.id), amount_cents: amountCents }
  }
  const allOf = async (userId: string) =>
    (
      await larder.database.query<{
        id: string
        location_id: string
        sealed_number: string
        balance_cents: number
        status: string
      }>(
        'SELECT id, location_id, sealed_number, balance_cents, status FROM cards WHERE user_id = $1 ORDER BY created_at, id',
        [userId],
      )
    ).map((row) => ({ ...row, number: numberOf(row) }))

  describe('are found', () => {
    it('by the whole number, which is written down, found or not', async () => {
      const { card, reference } = await adasCard()
      const typed = card.cardNumber.replaceAll(/(.{4})(?=.)/g, '$1 ')
      const { body } = await find(manager, { card_number: typed })
      expect(body).toMatchObject({
        cards: [{ reference, last_four: card.cardNumber.slice(-4), balance_cents: 2500, status: 'active' }],
        orders: [],
      })
      const unknown = '9876543210987654'
      expect((await find(manager, { card_number: unknown })).body.cards).toEqual([])
      const [last, first] = await actsOf(owner)
      expect(first).toMatchObject({
        action: 'card_looked_up',
        about: `•••• ${card.cardNumber.slice(-4)}`,
        role: 'manager',
      })
      expect(last).toMatchObject({ action: 'card_looked_up', about: '•••• 7654' })
      expect((await find(manager, { card_number: '12' })).status).toBe(422)
      expect((await find(manager, {})).status).toBe(422)
    })

    it('by the last four with an email of the account, the buyer or the recipient, and by the order’s link', async () => {
      const guest = new Guest(larder)
      const { order, cards } = await buy(larder, guest, 'SendEmail', 40)
      const [gift] = cards
      const lastFour = gift!.card_number.slice(-4)
      for (const email of ['rosa@example.com', ' ADA@example.com'])
        expect((await find(manager, { email, last_four: lastFour })).body.cards).toMatchObject([
          { last_four: lastFour, balance_cents: 4000 },
        ])
      const { card } = await adasCard()
      const mine = await find(manager, { email: await emailOf(ada.userId) })
      expect(mine.body.cards.map((one) => one.last_four)).toEqual([card.lastFour])
      const byOrder = await find(manager, { order_id: `https://tavola.example/mycards/sent/${order.id}` })
      expect(byOrder.body).toMatchObject({
        cards: [{ last_four: lastFour }],
        orders: [{ type: 'SendEmail', buyer_email: 'rosa@example.com', paid_cents: 4000 }],
      })
      const byReceipt = await find(manager, { order_id: order.id.slice(-6).toUpperCase() })
      expect(byReceipt.body).toEqual(byOrder.body)
      expect((await find(manager, { order_id: 'none' })).body).toEqual({ cards: [], orders: [] })
    })

    it('by a telephone number of the account or the recipient, however it is written', async () => {
      const { order, cards } = await buy(larder, new Guest(larder), 'SendText', 40)
      const lastFour = cards[0]!.card_number.slice(-4)
      const phone = order.recipient_phone!
      expect(phone).toMatch(/^\d{10}$/)
      const written = `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`
      expect((await find(manager, { phone: written, last_four: lastFour })).body).toMatchObject({
        cards: [{ last_four: lastFour, balance_cents: 4000 }],
        orders: [],
      })
      expect((await find(manager, { phone })).body.orders[0]).toMatchObject({
        type: 'SendText',
        paid_cents: 4000,
      })
      const { card } = await adasCard()
      await larder.database.query('UPDATE users SET phone = $2 WHERE id = $1', [ada.userId, '5185550177'])
      expect((await find(manager, { phone: '518 555 0177' })).body.cards).toMatchObject([
        { last_four: card.lastFour },
      ])
      expect((await find(manager, { phone: '555 0177' })).status).toBe(422)
      const elsewhere = await administratorOf(larder, grill)
      expect((await find(elsewhere, { phone })).body).toEqual({ cards: [], orders: [] })
    })

    it('twenty at a time, and says that there are more, of cards, orders, and what happened on one', async () => {
      const { order, cards } = await buy(larder, new Guest(larder))
      const email = 'many@example.com'
      await copyOrders(larder, order.id, 20, email)
      const first = (await find(manager, { email })).body
      expect(first).toMatchObject({ more: true })
      expect([first.cards.length, first.orders.length]).toEqual([1, 20])
      const all = (await find(manager, { email, show: 40 })).body
      expect(all.more).toBeUndefined()
      expect(new Set(all.orders.map(({ reference }) => reference)).size).toBe(21)
      expect(all.orders.slice(0, 20)).toEqual(first.orders)
      expect((await find(manager, { email, show: 501 })).status).toBe(422)

      const reference = await referenceOf(larder, cards[0]!.id)
      expect(await seen(manager, reference)).toMatchObject({ more_orders: true })
      const one = await manager.send<StaffCardAnswer>('GET', `/staff/cards/${reference}?events=1`)
      expect(one.body.card.more_events).toBeUndefined()
      larder.clock.advance(1000)
      await act(manager, reference, 'hold')
      const two = await manager.send<StaffCardAnswer>('GET', `/staff/cards/${reference}?events=1`)
      expect(two.body.card).toMatchObject({ more_events: true, events: [{ kind: 'held' }] })
      expect((await seen(manager, reference)).more_events).toBeUndefined()
    })

    it('staff search reveals no card number or id, and only the own restaurant’s cards', async () => {
      const { order, cards } = await buy(larder, new Guest(larder))
      const { body } = await find(manager, { order_id: order.id })
      const reference = body.cards[0]!.reference
      const card = await seen(manager, reference)
      const told = JSON.stringify([body, card])
      for (const secret of [cards[0]!.card_number, cards[0]!.id, order.id]) expect(told).not.toContain(secret)
      const elsewhere = await administratorOf(larder, grill)
      expect((await elsewhere.send('GET', `/staff/cards/${reference}`)).status).toBe(404)
    })
  })

  describe('on hold', () => {
    it('buy nothing until they are released, once for the same press', async () => {
      const { card, reference } = await adasCard()
      larder.clock.advance(1000)
      const key = randomUUID()
      for (let time = 0; time < 2; time++)
        expect((await act(manager, reference, 'hold', { note: 'She called' }, key)).body.card).toMatchObject({
          status: 'frozen',
          balance_cents: 2500,
          holds: [{ cause: 'staff' }],
        })
      expect((await spend(card.id)).reply).toMatchObject({ status: 422, body: { message: onHold } })
      expect((await own(card.id)).status).toBe('frozen')
      // A second manager does the same: it has no further effect.
      expect((await act(owner, reference, 'hold')).status).toBe(200)
      larder.clock.advance(1000)
      expect((await act(manager, reference, 'release')).body.card).toMatchObject({
        status: 'active',
        holds: [],
      })
      larder.clock.advance(1000)
      expect((await spend(card.id)).reply.status).toBe(200)
      const { events } = await seen(manager, reference)
      expect(events.map(({ kind }) => kind)).toEqual(['money', 'released', 'held', 'money'])
      expect(events[2]).toMatchObject({ cause: 'staff', reason: 'lost', note: 'She called' })
      expect((await actsOf(owner)).slice(0, 2)).toMatchObject([
        { action: 'card_released', amount_cents: 2500 },
        { action: 'card_held', reason: 'The card was lost', about: expect.stringContaining('••••') },
      ])
    })

    it('are not held, nor released, a second time for another reason, which would be kept nowhere', async () => {
      const { reference } = await adasCard()
      await act(manager, reference, 'hold', { reason: 'lost', note: 'She called' })
      const refused = { status: 409, body: { code: 'changed_meanwhile' } }
      expect(await act(owner, reference, 'hold', { reason: 'stolen' })).toMatchObject(refused)
      expect(await act(owner, reference, 'hold', { reason: 'lost', note: 'Her son called' })).toMatchObject(
        refused,
      )
      expect((await act(owner, reference, 'hold', { reason: 'lost', note: 'She called' })).status).toBe(200)
      larder.clock.advance(1000)
      await act(manager, reference, 'release', { reason: 'mistake' })
      expect(await act(owner, reference, 'release', { reason: 'guest_asked' })).toMatchObject(refused)
      expect((await act(owner, reference, 'release', { reason: 'mistake' })).status).toBe(200)
      const { events } = await seen(manager, reference)
      expect(events.map(({ kind, reason }) => [kind, reason]).slice(0, 2)).toEqual([
        ['released', 'mistake'],
        ['held', 'lost'],
      ])
    })

    it('for a dispute, too, stay so: neither lifts the other’s', async () => {
      const { card, reference } = await adasCard()
      const merchant = { locationId: tavola.location }
      await larder.database.transaction((tx) =>
        freezeCards(tx, larder, merchant, [card.id], { cause: 'dispute:dp_1' }),
      )
      expect((await act(manager, reference, 'release')).body.card.status).toBe('frozen')
      await act(manager, reference, 'hold')
      expect((await act(manager, reference, 'release')).body.card).toMatchObject({
        status: 'frozen',
        holds: [{ cause: 'dispute' }],
      })
      await act(manager, reference, 'hold')
      await larder.database.transaction((tx) => unfreezeCards(tx, larder, merchant, 'dispute:dp_1'))
      expect(await seen(manager, reference)).toMatchObject({ status: 'frozen', holds: [{ cause: 'staff' }] })
      expect((await act(manager, reference, 'reissue', { amount_cents: 2500, email: '' })).status).toBe(200)
    })

    it('a disputed card cannot be re-issued', async () => {
      const { card, reference } = await adasCard()
      await larder.database.transaction((tx) =>
        freezeCards(tx, larder, { locationId: tavola.location }, [card.id], { cause: 'dispute:dp_2' }),
      )
      const reply = await act(manager, reference, 'reissue', { amount_cents: 2500, email: 'a@example.com' })
      expect(reply).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    })
  })

  describe('that are void', () => {
    it('have no balance and pay for nothing more, once for the same press', async () => {
      const { card, reference, amount_cents } = await adasCard()
      const key = randomUUID()
      const before = (await actsOf(owner)).length
      for (let time = 0; time < 2; time++)
        expect(
          (await act(manager, reference, 'void', { amount_cents, reason: 'mistake' }, key)).body.card,
        ).toMatchObject({ status: 'disabled', balance_cents: 0 })
      expect((await actsOf(owner)).length).toBe(before + 1)
      expect((await actsOf(owner))[0]).toMatchObject({
        action: 'card_voided',
        amount_cents: 2500,
        about: `Ada Guest: •••• ${card.lastFour}`,
        reason: 'It was made by mistake',
        card_reference: reference,
      })
      expect((await spend(card.id)).reply).toMatchObject({ status: 422, body: { message: notValid } })
      expect(await own(card.id)).toMatchObject({ status: 'disabled', balance: 0 })
      const { body } = await ada.send<ProblemBody>('POST', '/location/:loc/card/order/start', {
        type: 'Reload',
        card_id: card.id,
      })
      expect(body.message).toBe(notValid)
      for (const kind of ['hold', 'release', 'void'] as const)
        expect(await act(manager, reference, kind, { amount_cents: 0 })).toMatchObject({ status: 409 })
    })

    it('tell so at their link and to their code, and a gift that waits is not sent', async () => {
      const { order, cards } = await buy(larder, new Guest(larder), 'SendEmail')
      await larder.minute()
      const code = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}/.exec(larder.emails.at(-1)!.text)![0]
      const reference = await referenceOf(larder, cards[0]!.id)
      await act(manager, reference, 'void', { amount_cents: 2500 })
      const link = await new Guest(larder).send<{ card: Card; error?: { message: string } }>(
        'GET',
        `/location/:loc/card/${cards[0]!.id}/egift`,
      )
      expect(link.body.error).toEqual({ message: notValid })
      expect(JSON.stringify(link.body)).not.toContain(cards[0]!.card_number)
      expect(
        await ada.send<ProblemBody>('POST', '/location/:loc/card/import', { claim_code: code }),
      ).toMatchObject({ status: 422, body: { message: notValid } })
      const waiting = await larder.database.query(
        `SELECT 1 AS one FROM card_deliveries WHERE order_id = $1 AND state <> 'sent'`,
        [order.id],
      )
      expect(waiting).toEqual([])
    })

    it('refuses to void a card whose balance changed; of two simultaneous voids one succeeds', async () => {
      const { card, reference } = await adasCard()
      await spend(card.id)
      expect(await act(manager, reference, 'void', { amount_cents: 2500 })).toMatchObject({
        status: 409,
        body: { message: 'There is $7.58 on this gift card now. Please look at it again.' },
      })
      const answers = await Promise.all(
        [manager, owner].map((who) => act(who, reference, 'void', { amount_cents: 758 })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    it('keep what comes back of an order, and a new card takes it on', async () => {
      const { card, reference } = await adasCard()
      const { ticket } = await spend(card.id)
      await act(manager, reference, 'void', { amount_cents: 758 })
      await release(ada, ticket.id)
      expect(await seen(manager, reference)).toMatchObject({ status: 'disabled', balance_cents: 1742 })
      const { body } = await act(manager, reference, 'reissue', { amount_cents: 1742, email: '' })
      expect(body.card.replaced_by).toMatchObject({ balance_cents: 1742, status: 'active' })
    })
  })

  describe('that are re-issued', () => {
    it('stay in the account under a new number, with an email, once for the same press', async () => {
      const { card, reference, amount_cents } = await adasCard()
      const key = randomUUID()
      const before = (await actsOf(owner)).length
      const replies = []
      for (let time = 0; time < 2; time++)
        replies.push(await act(manager, reference, 'reissue', { amount_cents, email: 'x@example.com' }, key))
      expect(replies[1]!.body).toEqual(replies[0]!.body)
      const cards = await allOf(ada.userId)
      expect(cards).toHaveLength(2)
      const old = cards.find(({ id }) => id === card.id)
      const fresh = cards.find(({ id }) => id !== card.id)
      expect(old).toMatchObject({ id: card.id, balance_cents: 0, status: 'disabled' })
      expect(fresh).toMatchObject({ balance_cents: 2500, status: 'active' })
      expect(fresh!.number).not.toBe(old!.number)
      expect((await spend(card.id)).reply).toMatchObject({ status: 422, body: { message: notValid } })
      const ticket = await completeOrder(ada)
      const byNumber = { card_number: card.cardNumber, amount: 17.42 }
      expect(
        (await ada.send('POST', `/location/:loc/ticketorder/${ticket.id}/importandredeemcard`, byNumber))
          .status,
      ).toBe(422)
      await larder.minute()
      const mail = larder.emails.at(-1)!
      expect(mail.to).toBe(await emailOf(ada.userId))
      expect(mail.subject).toBe('Your new $25.00 gift card for Tavola')
      expect(mail.text).toContain(`The card ending in ${card.lastFour} is no longer valid.`)
      expect(mail.text).toContain('It is in your account, ready to use.')
      expect((await actsOf(owner)).length).toBe(before + 1)
      expect((await actsOf(owner))[0]).toMatchObject({ action: 'card_reissued', amount_cents: 2500 })
      const again = await seen(manager, replies[0]!.body.card.replaced_by!.reference)
      expect(again.replaces).toMatchObject({ reference })
    })

    it('and in no account go to the email that the guest names, with a new link and a new code', async () => {
      const { cards } = await buy(larder, new Guest(larder), 'SendEmail')
      await larder.minute()
      const reference = await referenceOf(larder, cards[0]!.id)
      expect((await seen(manager, reference)).email).toBe('ada@example.com')
      const wrong = await act(manager, reference, 'reissue', { amount_cents: 2500, email: 'nobody' })
      expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'email' }] } })
      await act(manager, reference, 'reissue', { amount_cents: 2500, email: 'right@example.com' })
      await larder.minute()
      const mail = larder.emails.findLast(({ kind }) => kind === 'gift-card')!
      expect(mail.to).toBe('right@example.com')
      // The earlier address may belong to somebody who did not ask for this.
      const told = larder.emails.filter(({ kind }) => kind === 'order-cards-replaced')
      expect(told).toMatchObject([
        { to: 'ada@example.com', subject: 'Your gift card for Tavola was replaced' },
      ])
      expect(told[0]!.text).toContain('Call us if you did not ask for that.')
      expect((await actsOf(owner))[0]).toMatchObject({
        action: 'card_reissued',
        card_reference: reference,
      })
      const code = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}/.exec(mail.text)![0]
      expect(
        (await ada.send<ProblemBody>('POST', '/location/:loc/card/import', { claim_code: code })).status,
      ).toBe(200)
      expect((await allOf(ada.userId)).map(({ balance_cents }) => balance_cents)).toEqual([2500])
    })

    it('go to their holder’s own address, also one that nobody could sign up with any more', async () => {
      const email = `ada..${randomUUID()}@example.com`
      await larder.database.query('UPDATE users SET email = $2 WHERE id = $1', [ada.userId, email])
      const { reference, amount_cents } = await adasCard()
      expect((await act(manager, reference, 'reissue', { amount_cents, email: '' })).status).toBe(200)
    })

    it('of two at once one is', async () => {
      const { reference, amount_cents } = await adasCard()
      const answers = await Promise.all(
        [manager, owner].map((who) => act(who, reference, 'reissue', { amount_cents, email: '' })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await allOf(ada.userId)).map(({ balance_cents }) => balance_cents).toSorted()).toEqual([
        0, 2500,
      ])
    })

    it('and spent at the same moment, are spent from one of both, and nothing is lost', async () => {
      const outcomes = new Set<string>()
      for (let round = 0; round < 6; round++) {
        const { card, reference, amount_cents } = await adasCard()
        const ticket = await completeOrder(ada)
        const [spent, moved] = await Promise.all([
          redeem(ada, ticket.id, { card_id: card.id, amount: 17.42 }),
          act(manager, reference, 'reissue', { amount_cents, email: '' }),
        ])
        const outcome = `${spent.status} ${moved.status}`
        outcomes.add(outcome)
        expect(['200 409', '422 200']).toContain(outcome)
        expect(await balanceOf(larder, card.id)).toBe(spent.status === 200 ? 758 : 0)
        if (spent.status === 200) await release(ada, ticket.id)
      }
      expect(outcomes.size).toBeGreaterThan(0)
      await expectBooks(larder)
    })

    it('receive the refund of an order that the old one paid for', async () => {
      const { card, reference } = await adasCard()
      const { ticket } = await spend(card.id)
      const { body } = await act(manager, reference, 'reissue', { amount_cents: 758, email: '' })
      await release(ada, ticket.id)
      expect(await balanceOf(larder, card.id)).toBe(0)
      expect(await seen(manager, body.card.replaced_by!.reference)).toMatchObject({ balance_cents: 2500 })
    })

    it('lead to the order that they came from', async () => {
      const { cards } = await buy(larder, ada, 'Purchase', 30)
      const reference = await referenceOf(larder, cards[0]!.id)
      const { body } = await act(manager, reference, 'reissue', { amount_cents: 3000, email: '' })
      const fresh = await seen(manager, body.card.replaced_by!.reference)
      expect(fresh.orders).toMatchObject([{ type: 'Purchase', paid_cents: 3000 }])
      expect(await cardsOf(larder, 'none')).toEqual([])
    })
  })
})
