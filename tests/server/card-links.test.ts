import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardEmail, cardText } from '#server/modules/card-orders/messages.ts'
import { addCard, addProgram } from './support/cards.ts'
import { call, cardsOf, guestPayment, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, type TestLarder } from './support/larder.ts'
import { completeOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { dueOf, redeemByNumber } from './support/tenders.ts'

describe.for(databases)('a gift card’s number [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let member: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    await addProgram(larder)
    member = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(() => larder.close())

  const importCard = (number: string, key: string = randomUUID()) =>
    member.send<ProblemBody & { card: { id: string } }>(
      'POST',
      '/location/:loc/card/import',
      { card_number: number, recaptcha_confirmation: '' },
      { key },
    )
  const shownBy = async (who: Guest, id: string) =>
    (await call(who, 'GET', orderPath(id))).body.card_order.items[0]!.cards![0]!

  it('is on the page of a guest’s order until the card is in an account', async () => {
    const order = await readyOrder(guest)
    await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    const [bought] = await cardsOf(larder, order.id)
    const number = bought!.card_number
    expect((await shownBy(guest, order.id)).card_number).toBe(number)
    expect((await importCard(number)).status).toBe(200)
    const shown = await shownBy(guest, order.id)
    expect(shown).toEqual({ ...shown, card_number: `•••• •••• •••• ${number.slice(-4)}` })
    expect(shown).not.toHaveProperty('card_id')
  })

  it('is part of the request that a key belongs to: another number under the same key is another request', async () => {
    const [one, other] = [await addCard(larder), await addCard(larder)]
    const key = randomUUID()
    expect((await importCard(one.cardNumber, key)).body.card.id).toBe(one.id)
    expect(await importCard(other.cardNumber, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
    expect((await importCard(one.cardNumber, key)).body.card.id).toBe(one.id)
  })

  it('is so, too, when an order is paid with it', async () => {
    const [one, other] = [await addCard(larder), await addCard(larder)]
    const ticket = await completeOrder(guest)
    const key = randomUUID()
    const pay = (number: string) =>
      redeemByNumber(guest, ticket.id, { card_number: number, ...dueOf(ticket) }, key)
    expect((await pay(one.cardNumber)).status).toBe(200)
    expect(await pay(other.cardNumber)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect((await pay(one.cardNumber)).headers['idempotent-replayed']).toBe('true')
  })
})

describe('the name of a card’s giver', () => {
  const merchant = { location: { name: 'Tavola' }, host: {} } as Parameters<typeof cardEmail>[0]
  const gift = {
    id: 'd1',
    amountCents: 2500,
    link: 'https://tavola.example/gift/x',
    claimCode: undefined,
    sentTo: 'ada@example.com',
    language: 'en' as const,
  }

  it('is short in a subject and a text, however long it is, with whole characters and on one line', () => {
    const fromName = `Ada\r\nBcc: everybody@example.com \u0007${'𝒜'.repeat(120)}`
    const { subject } = cardEmail(merchant, { ...gift, fromName })
    expect(subject).toMatch(/^Ada Bcc everybody example com 𝒜+… sent you a \$25\.00 gift card for Tavola$/u)
    expect([...subject].length).toBeLessThanOrEqual(40 + ' sent you a $25.00 gift card for Tavola'.length)
    expect(subject).not.toMatch(/[\p{Cc}\p{Surrogate}]/u)
    expect(cardText(merchant, { ...gift, fromName }).text.startsWith(subject)).toBe(true)
    const whole = cardEmail(merchant, { ...gift, fromName: 'A'.repeat(40) })
    expect(whole.subject).toMatch(/^A{40} sent you/)
  })
})
