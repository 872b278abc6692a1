import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Card } from '#contract/schemas/card.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import { call, type CardOrderReply, orderPath } from './support/card-orders.ts'
import { addCard, addProgram, booksOf } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import { act, referenceOf } from './support/staff-cards.ts'

const to = {
  type: 'SendEmail',
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  personal_message: 'You eat there more than I do.',
}

/** A member passes a card on (extension `gift_pass_on`, decision 052): two people can never pay with it, and not a cent is lost. */
describe.for(databases)('a card that is passed on [$name]', (engine) => {
  let larder: TestLarder
  let giver: SignedIn
  let giverId: string
  let ada: SignedIn
  let eve: SignedIn
  const emails: MailMessage[] = []
  beforeAll(async () => {
    larder = await startTestLarder(engine, { mail: { send: async (message) => void emails.push(message) } })
    await addProgram(larder)
    giver = await SignedIn.as(larder, await addUser(larder))
    giverId = (await larder.database.query<{ id: string }>('SELECT id FROM users'))[0]!.id
    ada = await SignedIn.as(larder, await addUser(larder))
    eve = await SignedIn.as(larder, await addUser(larder))
  })
  /** Every balance is the sum of its rows, and the sum of all rows is zero. */
  const expectBooks = async (): Promise<void> => {
    for (const { balance, rows } of await booksOf(larder.database)) expect(rows).toBe(balance)
    const sum = 'SELECT coalesce(sum(amount_cents), 0)::int AS sum FROM ledger'
    expect(await larder.database.query(sum)).toEqual([{ sum: 0 }])
  }
  afterEach(async () => {
    emails.length = 0
    await expectBooks()
  })
  afterAll(() => larder.close())

  const ownCard = (amountCents = 5000) =>
    addCard(larder, { userId: giverId, amountCents, expiresOn: '2031-01-31' })
  const pass = (cardId: string, body: object = to, key?: string): Promise<CardOrderReply> =>
    call(giver, 'POST', `/location/:loc/card/${cardId}/pass`, body, { key })
  const takeBack = (id: string, who = giver): Promise<CardOrderReply> =>
    call(who, 'POST', orderPath(id, '/gift/takeback'))
  const cardsOf = async (who: SignedIn): Promise<Card[]> =>
    (await who.send<{ cards: Card[] }>('GET', '/location/:loc/cards')).body.cards
  const lastEmail = async (): Promise<{ link: string; code: string }> => {
    await larder.minute()
    const { text } = emails.at(-1)!
    return {
      link: /\/gift\/([\w-]+)/.exec(text)![1]!,
      code: /Existing Gift Card": (\S+)/.exec(text)![1]!,
    }
  }
  const claim = (who: SignedIn, code: string) =>
    who.send<{ card: { id: string } }>('POST', '/location/:loc/card/import', { claim_code: code })

  it('leaves its owner’s list at once, and arrives as a separate card with a number that they never saw', async () => {
    const own = await ownCard()
    const passed = await pass(own.id)
    expect(passed).toMatchObject({ status: 200, body: { card_order: { gift: { passed_on: true } } } })
    expect((await cardsOf(giver)).map(({ id }) => id)).not.toContain(own.id)
    const { code } = await lastEmail()
    expect((await claim(ada, code)).status).toBe(200)
    const [card] = await cardsOf(ada)
    expect(card).toMatchObject({
      balance: 5000,
      personal_message: to.personal_message,
      has_expiration_date: true,
    })
    expect(card!.card_number).not.toBe(own.cardNumber)
    const guest = new Guest(larder)
    const old = await guest.send('GET', `/location/:loc/physicalcard/checkbalance/${own.cardNumber}`)
    expect(old.status).toBe(404)
    expect(
      await larder.database.query(
        'SELECT description, amount_cents FROM card_transactions WHERE card_id = $1 ORDER BY amount_cents',
        [own.id],
      ),
    ).toEqual([
      { description: 'Passed on as a gift', amount_cents: -5000 },
      { description: 'Gift card purchased', amount_cents: 5000 },
    ])
  })

  it('passes on the amount that its owner saw, or nothing', async () => {
    const own = await ownCard(5000)
    const seen = { ...to, amount: 75 }
    expect(await pass(own.id, seen)).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        message: expect.stringContaining('There is $50.00 on this gift card now.'),
      },
    })
    expect((await cardsOf(giver)).find(({ id }) => id === own.id)).toMatchObject({ balance: 5000 })
    expect(await pass(own.id, { ...to, amount: 49.999 })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'amount' }] },
    })
    expect(await pass(own.id, { ...to, amount: 50 })).toMatchObject({ status: 200 })
  })

  it('with two people who have the code, goes to one', async () => {
    const own = await ownCard()
    await pass(own.id)
    const { code } = await lastEmail()
    const replies = await Promise.all([claim(ada, code), claim(eve, code)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('can be taken back until it is opened, and then never', async () => {
    const own = await ownCard()
    const { body } = await pass(own.id)
    const { link, code } = await lastEmail()
    const taken = await takeBack(body.card_order.id)
    expect(taken.body.card_order.gift).toMatchObject({ state: 'taken_back', can_change: false })
    expect((await cardsOf(giver)).find(({ id }) => id === own.id)?.balance).toBe(5000)
    expect((await claim(ada, code)).status).toBe(422)
    expect((await takeBack(body.card_order.id)).status).toBe(409)
    const guest = new Guest(larder)
    const egift = await guest.send<{ has_error: boolean }>('GET', `/location/:loc/card/${link}/egift`)
    expect(egift.body.has_error).toBe(true)

    const again = await pass(own.id)
    await guest.send('GET', `/location/:loc/card/${(await lastEmail()).link}/egift`)
    expect((await takeBack(again.body.card_order.id)).status).toBe(409)
  })

  it('claimed by its code never returns to its giver, even if its new owner deletes their account', async () => {
    const own = await ownCard()
    const { body } = await pass(own.id)
    const { code } = await lastEmail()
    const bea = await SignedIn.as(larder, await addUser(larder))
    expect((await claim(bea, code)).status).toBe(200)
    const number = (await cardsOf(bea))[0]!.card_number
    expect((await bea.send('POST', '/user/delete', { password: '' })).status).toBe(200)
    expect((await takeBack(body.card_order.id)).status).toBe(409)
    expect(
      (await call(giver, 'PUT', orderPath(body.card_order.id, '/gift'), { ...to, type: undefined })).status,
    ).toBe(409)
    const balance = await new Guest(larder).send('GET', `/location/:loc/physicalcard/checkbalance/${number}`)
    expect(balance.status).toBe(200)
  })

  it('is not reported as opened if it is on hold when its giver takes it back', async () => {
    const { body } = await pass((await ownCard()).id)
    const [gift] = await larder.database.query<{ card_id: string }>(
      'SELECT card_id FROM card_order_cards WHERE order_id = $1',
      [body.card_order.id],
    )
    const manager = await administratorOf(larder)
    const held = await act(manager, await referenceOf(larder, gift!.card_id), 'hold', {
      reason: 'suspicious',
    })
    expect(held.status).toBe(200)
    const refused = await takeBack(body.card_order.id)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('is on hold')])
  })

  it('cannot be taken back onto a card that was voided meanwhile', async () => {
    const own = await ownCard()
    const { body } = await pass(own.id)
    const { code } = await lastEmail()
    const manager = await administratorOf(larder)
    const voided = await act(manager, await referenceOf(larder, own.id), 'void', { amount_cents: 0 })
    expect(voided.status).toBe(200)
    const refused = await takeBack(body.card_order.id)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('no longer valid')])
    const { id } = (await claim(ada, code)).body.card
    expect((await cardsOf(ada)).find((card) => card.id === id)?.balance).toBe(5000)
  })

  it('is sent again to nobody whose address was forgotten, until its giver says whom it is for', async () => {
    const email = `bea-${randomUUID().slice(0, 8)}@example.com`
    const bea = await SignedIn.as(larder, await addUser(larder, { email }))
    const own = await ownCard()
    const { body } = await pass(own.id, { ...to, recipient_email: email })
    await larder.minute()
    expect((await bea.send('POST', '/user/delete', { password: '' })).status).toBe(200)
    const { id } = body.card_order
    const again = await call(giver, 'POST', orderPath(id, '/gift/resend'))
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('change who it’s for')])
    const { type: _, ...recipient } = to
    expect((await call(giver, 'PUT', orderPath(id, '/gift'), recipient)).status).toBe(200)
    await larder.minute()
    expect(emails.at(-1)!.to).toBe(to.recipient_email)
  })

  it('is in its giver’s export without what opens it', async () => {
    const own = await ownCard()
    await pass(own.id)
    const { link, code } = await lastEmail()
    const ids = await larder.database.query<{ id: string }>(
      'SELECT id FROM cards WHERE user_id IS DISTINCT FROM $1',
      [giverId],
    )
    const { body } = await giver.send('GET', '/user/export')
    const text = JSON.stringify(body)
    for (const secret of [link, code, ...ids.map(({ id }) => id)]) expect(text).not.toContain(secret)
  })

  it('taken back before its time it is sent to nobody', async () => {
    const own = await ownCard()
    const later = new Date(larder.clock.now() + 86_400_000).toISOString().slice(0, 16)
    const { body } = await pass(own.id, { ...to, send_at_local: later, send_time_zone: 'UTC' })
    expect(body.card_order.gift?.state).toBe('scheduled')
    expect((await takeBack(body.card_order.id)).status).toBe(200)
    larder.clock.advance(2 * 86_400_000)
    await larder.minute()
    expect(emails).toEqual([])
  })

  it('of a claim and a taking back at the same moment, one is first', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await ownCard()
      const { body } = await pass(own.id)
      const { code } = await lastEmail()
      const replies = await Promise.all([claim(ada, code), takeBack(body.card_order.id)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  it('passed on twice at once, is sent once, and has one effect under one key', async () => {
    const own = await ownCard()
    const both = await Promise.all([pass(own.id), pass(own.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const other = await ownCard()
    const key = crypto.randomUUID()
    const first = await pass(other.id, to, key)
    const second = await pass(other.id, to, key)
    expect([second.status, second.body.card_order.id]).toEqual([200, first.body.card_order.id])
  })

  it('goes by text, and to another address when the first was wrong', async () => {
    const own = await ownCard()
    const { recipient_email: _, ...rest } = to
    const passed = await pass(own.id, { ...rest, type: 'SendText', recipient_phone: '(212) 555-0147' })
    const { id } = passed.body.card_order
    await larder.minute()
    const changed = await call(giver, 'PUT', orderPath(id, '/gift'), { recipient_phone: '2125550199' })
    expect(changed.status).toBe(200)
    await larder.minute()
    expect(larder.textMessages.slice(-2).map((message) => message.to)).toEqual(['2125550147', '2125550199'])
    const { body } = await giver.send<{ gifts: CardOrder[] }>('GET', '/location/:loc/card/gifts')
    expect(body.gifts.map((gift) => gift.id)).toContain(id)
  })

  it('does not come after its own last day, also when its giver changes the time', async () => {
    const own = await addCard(larder, { userId: giverId, expiresOn: '2026-12-01' })
    const at = (day: string) => ({
      send_at_local: `2026-12-${day}T21:00`,
      send_time_zone: 'America/New_York',
    })
    const late = { status: 422, body: { errors: [{ field: 'send_at_local' }] } }
    expect(await pass(own.id, { ...to, ...at('02') })).toMatchObject(late)
    const { body } = await pass(own.id, { ...to, ...at('01') })
    const change = (time: object) => call(giver, 'PUT', orderPath(body.card_order.id, '/gift'), time)
    expect(await change(at('02'))).toMatchObject(late)
    expect((await change(at('01'))).status).toBe(200)
  })

  it('is its owner’s alone, good, and not empty; and goes to somebody', async () => {
    const own = await ownCard()
    expect((await call(eve, 'POST', `/location/:loc/card/${own.id}/pass`, to)).status).toBe(404)
    expect((await pass(own.id, { ...to, recipient_email: 'nobody' })).status).toBe(422)
    const over = await addCard(larder, { userId: giverId, expiresOn: '2020-01-01' })
    expect((await pass(over.id)).status).toBe(422)
    const { body } = await pass(own.id)
    expect((await pass(own.id)).status).toBe(422)
    expect((await takeBack(body.card_order.id, eve)).status).toBe(404)
  })
})
