import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { listStoredMerchants } from '#server/merchants/repository.ts'
import { findPromoProblem } from '#server/modules/promo/rules.ts'
import { addCard, addProgram } from './support/cards.ts'
import {
  buyer,
  call,
  cardOrder,
  cardsOf,
  guestPayment,
  home,
  orderPath,
  readyOrder,
  submit,
  visa,
} from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  type Reply,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, dollars, margherita, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { expectBooks, redeemByNumber, release } from './support/tenders.ts'

const someone = (): string => `${randomUUID().slice(0, 8)}@example.com`
let phones = 0
const phone = (): string => `212555${String(phones++).padStart(4, '0')}`

describe.for(databases)('a promo code with limits [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    guest = new Guest(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await larder.database.query('DELETE FROM promo_uses')
    await larder.database.query('DELETE FROM promo_counts')
    await larder.database.query('UPDATE tickets SET held_promo = NULL')
    await larder.database.query('UPDATE card_orders SET held_promo = NULL')
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  type PostedReply = Reply<{ physical_order: PhysicalOrder } & ProblemBody>
  type TicketReply = Reply<TicketBody & ProblemBody>
  const takenOf = async (code: string): Promise<number> =>
    (
      await larder.database.query<{ taken: number }>('SELECT taken FROM promo_counts WHERE code = $1', [code])
    )[0]?.taken ?? 0

  const applyTo = (id: string, promo_code: string, who = guest): Promise<TicketReply> =>
    who.send('POST', ticketPath(id, '/promocode'), { promo_code })
  const apply = async (id: string, code: string, who = guest): Promise<TicketOrder> => {
    const reply = await applyTo(id, code, who)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply.body.ticket_order
  }
  /** A complete order by a new guest, or by the given person. */
  async function foodOrder(
    who = guest,
    person: { email?: string; phone?: string } = {},
  ): Promise<TicketOrder> {
    const { id } = await completeOrder(who)
    return who.ticket('PUT', ticketPath(id), {
      recipient_email: person.email ?? someone(),
      recipient_phone: person.phone ?? phone(),
    })
  }
  const pay = async (ticket: TicketOrder, number = visa, who = guest): Promise<TicketReply> =>
    who.send('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, await who.card(number)))
  async function cardWith(code: string, price = 25, who = guest) {
    const { id } = await readyOrder(who, 'Purchase', price)
    return call(who, 'PUT', orderPath(id), { promo_code: code })
  }
  const postedWith = async (promo_code: string, price = 25, email = someone()): Promise<PostedReply> => {
    const items = [{ item: 'giftcard', price, quantity: 1 }]
    const started = await guest.send<{ physical_order: PhysicalOrder }>(
      'POST',
      '/location/:loc/physicalcard/start',
      { items },
    )
    return guest.send('PUT', `/location/:loc/physicalcard/${started.body.physical_order.id}`, {
      status: 'Open',
      items,
      promo_code,
      ...home,
      ...buyer,
      buyer_email: email,
    })
  }
  const refusal = (message: string) => ({
    status: 422,
    body: { code: 'promo_invalid', message, errors: [{ field: 'promo_code', message }] },
  })

  it('is for food orders alone, unless the restaurant says otherwise', async () => {
    expect(await cardWith('THRICEFREE', 10_000)).toMatchObject(
      refusal('This promo code is not for gift cards.'),
    )
    expect(await postedWith('THRICEFREE')).toMatchObject(refusal('This promo code is not for gift cards.'))
    const ticket = await foodOrder()
    expect(await applyTo(ticket.id, 'GIVE5')).toMatchObject(
      refusal('This promo code is for gift cards only.'),
    )
    expect((await cardWith('give5')).body.card_order.totals.due).toBe('$20.00')
  })

  it('of a merchant that was stored before codes had bounds keeps to food orders', async () => {
    const [stored] = (await listStoredMerchants(larder.database)).filter(
      ({ document }) => document.label === 'tavola',
    )
    const promoCodes = [{ code: 'OLD', discount: { percent: 10 }, minimumCents: 0 }]
    const older = merchantDirectory([
      { revision: 'older', document: { ...stored!.document, promoCodes } },
    ]).findByLabel('tavola')!
    expect(
      findPromoProblem(older, 'OLD', { scope: 'orders', subTotalCents: 1000 }, dinnerTime),
    ).toBeUndefined()
    expect(findPromoProblem(older, 'OLD', { scope: 'gift_cards', subTotalCents: 1000 }, dinnerTime)).toBe(
      'This promo code is not for gift cards.',
    )
  })

  it('never pays for a whole gift card, and postage is no payment for one', async () => {
    const whole = 'This promo code cannot pay for a whole gift card. Please choose a larger amount.'
    for (const price of [1, 5, 5.49]) {
      expect(await cardWith('GIVE5', price)).toMatchObject(refusal(whole))
      expect(await postedWith('GIVE5', price)).toMatchObject(refusal(whole))
    }
    const reply = await cardWith('GIVE5', 5.5)
    expect(reply.body.card_order.totals).toMatchObject({ discount: '-$5.00', due: '$0.50' })
    // When the order becomes smaller, the discount ends.
    const smaller = await cardOrder(guest, 'PUT', orderPath(reply.body.card_order.id), {
      items: [{ item: 'giftcard', price: 5, quantity: 1 }],
    })
    expect(smaller).toMatchObject({ promo_code: 'GIVE5', totals: { discount: '$0.00', due: '$5.00' } })
  })

  it('begins on its first day and says so before it', async () => {
    const ticket = await foodOrder()
    expect(await applyTo(ticket.id, 'DECEMBER')).toMatchObject(refusal('This promo code cannot be used yet.'))
    larder.clock.set('2026-12-01T23:00:00Z')
    const later = await foodOrder()
    expect((await apply(later.id, 'DECEMBER')).totals.discounts).toBe('-$0.80')
    // Its day begins at midnight in the restaurant's time zone.
    const tavola = larder.directory.findByLabel('tavola')!
    const problemAt = (iso: string) =>
      findPromoProblem(tavola, 'DECEMBER', { scope: 'orders', subTotalCents: 1600 }, Date.parse(iso))
    expect([problemAt('2026-12-01T04:59:59Z'), problemAt('2026-12-01T05:00:00Z')]).toEqual([
      'This promo code cannot be used yet.',
      undefined,
    ])
  })

  it('is used up when as many orders have it as the restaurant gives, whatever they are for', async () => {
    expect((await pay(await apply((await foodOrder()).id, 'FIRST3'))).status).toBe(200)
    const card = (await cardWith('FIRST3')).body.card_order
    expect((await submit(guest, card.id, guestPayment(card, await guest.card(visa)))).status).toBe(200)
    // Two orders entered the code while one use was left: the first to pay gets it.
    const [late, early] = [
      await apply((await foodOrder()).id, 'FIRST3'),
      (await cardWith('FIRST3')).body.card_order,
    ]
    expect((await submit(guest, early.id, guestPayment(early, await guest.card(visa)))).status).toBe(200)
    expect(await pay(late)).toMatchObject(refusal('This promo code has been used up.'))
    expect(
      await larder.database.query('SELECT 1 AS one FROM payment_attempts WHERE ticket_id = $1', [late.id]),
    ).toEqual([])
    expect(await applyTo((await foodOrder()).id, 'FIRST3')).toMatchObject(
      refusal('This promo code has been used up.'),
    )
    expect(await postedWith('FIRST3')).toMatchObject(refusal('This promo code has been used up.'))
    // The order can be paid without the code.
    expect((await pay(await guest.ticket('PUT', ticketPath(late.id), { promo_code: '' }))).status).toBe(200)
    expect(await takenOf('FIRST3')).toBe(3)
  })

  it('counts once a person: a guest is known by email and by phone, in any spelling', async () => {
    const message = 'You have already used this promo code. It can be used once per person.'
    const first = await foodOrder(guest, { email: 'Ada.Guest+pizza@gmail.com', phone: '(212) 555-0188' })
    expect((await pay(await apply(first.id, 'ONCE'))).status).toBe(200)
    for (const person of [{ email: 'adaguest@googlemail.com' }, { phone: '+1 212 555 0188' }])
      expect(await applyTo((await foodOrder(guest, person)).id, 'ONCE')).toMatchObject(refusal(message))
    // An email given after the code was entered is checked at the payment.
    const other = await apply((await foodOrder()).id, 'ONCE')
    const same = await guest.ticket('PUT', ticketPath(other.id), { recipient_email: 'ada.guest@gmail.com' })
    expect(await pay(same)).toMatchObject(refusal(message))
    const card = (await cardWith('ONCE')).body.card_order
    const payment = { ...guestPayment(card, await guest.card(visa)), buyer_email: 'ADAGUEST@gmail.com' }
    expect(await submit(guest, card.id, payment)).toMatchObject(refusal(message))
    expect(await cardsOf(larder, card.id)).toEqual([])
    expect(await takenOf('ONCE')).toBe(1)
  })

  it('counts once a member, also as the guest that they were and will be; a shared phone makes two members no one person', async () => {
    const shared = phone()
    const email = someone()
    const ada = await SignedIn.as(larder, await addUser(larder, { email }))
    const ben = await SignedIn.as(larder, await addUser(larder))
    const ticket = await foodOrder(ada, { phone: shared })
    expect((await pay(await apply(ticket.id, 'ONCE', ada), visa, ada)).status).toBe(200)
    expect((await applyTo((await foodOrder(ada)).id, 'ONCE', ada)).status).toBe(422)
    for (const person of [{ email }, { phone: shared }])
      expect((await applyTo((await foodOrder(guest, person)).id, 'ONCE')).status).toBe(422)
    expect((await applyTo((await foodOrder(ben, { phone: shared })).id, 'ONCE', ben)).status).toBe(200)
  })

  it('is counted once an order, however often its payment is tried', async () => {
    const ticket = await apply((await foodOrder()).id, 'FIRST3')
    for (let count = 0; count < 4; count++) expect((await pay(ticket, '4000000000000002')).status).toBe(402)
    expect(await takenOf('FIRST3')).toBe(1)
    expect((await pay(ticket)).status).toBe(200)
    await guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    expect(await takenOf('FIRST3')).toBe(1)
    const card = (await cardWith('FIRST3')).body.card_order
    for (const number of ['4000000000000002', '4000000000000002', visa])
      await submit(guest, card.id, guestPayment(card, await guest.card(number)))
    expect(await takenOf('FIRST3')).toBe(2)
  })

  it('is returned when it is removed, when another replaces it, and when it no longer applies', async () => {
    const declined = async (): Promise<TicketOrder> => {
      const ticket = await apply((await foodOrder()).id, 'FIRST3')
      expect((await pay(ticket, '4000000000000002')).status).toBe(402)
      expect(await takenOf('FIRST3')).toBe(1)
      return ticket
    }
    await guest.ticket('PUT', ticketPath((await declined()).id), { promo_code: '' })
    expect(await takenOf('FIRST3')).toBe(0)
    await apply((await declined()).id, 'ONCE')
    expect(await takenOf('FIRST3')).toBe(0)
    const card = (await cardWith('FIRST3')).body.card_order
    expect(
      (await submit(guest, card.id, guestPayment(card, await guest.card('4000000000000002')))).status,
    ).toBe(402)
    expect(await takenOf('FIRST3')).toBe(1)
    await cardOrder(guest, 'PUT', orderPath(card.id), { promo_code: '' })
    expect(await takenOf('FIRST3')).toBe(0)
  })

  it('is returned when the order is abandoned, its gift card is removed, or it is cancelled', async () => {
    const left = await apply((await foodOrder()).id, 'FIRST3')
    expect((await pay(left, '4000000000000002')).status).toBe(402)
    const leftCard = (await cardWith('FIRST3')).body.card_order
    expect(
      (await submit(guest, leftCard.id, guestPayment(leftCard, await guest.card('4000000000000002')))).status,
    ).toBe(402)
    const held = await apply((await foodOrder()).id, 'FIRST3')
    const { cardNumber } = await addCard(larder)
    expect(
      (await redeemByNumber(guest, held.id, { card_number: cardNumber, amount: dollars(held.totals.due) }))
        .status,
    ).toBe(200)
    expect(await takenOf('FIRST3')).toBe(3)
    await release(guest, held.id)
    expect(await takenOf('FIRST3')).toBe(2)
    larder.clock.advance(14 * 60_000)
    await larder.minute()
    expect(await takenOf('FIRST3')).toBe(2)
    larder.clock.advance(2 * 60_000)
    await larder.minute()
    expect(await takenOf('FIRST3')).toBe(0)
    const late = await apply((await foodOrder()).id, 'FIRST3')
    expect((await pay(late)).status).toBe(200)
    larder.clock.advance(31 * 60_000)
    await larder.minute()
    expect((await guest.ticket('GET', ticketPath(late.id))).status).toBe('Cancelled')
    expect(await takenOf('FIRST3')).toBe(0)
  })

  it('stays counted while its payment waits for the bank, and goes when nobody comes back', async () => {
    const card = (await cardWith('FIRST3')).body.card_order
    const asked = await submit(guest, card.id, guestPayment(card, await guest.card('4000002500003155')))
    expect(asked).toMatchObject({ status: 402, body: { code: 'authentication_required' } })
    expect(await takenOf('FIRST3')).toBe(1)
    larder.clock.advance(16 * 60_000)
    await larder.minute()
    expect(await takenOf('FIRST3')).toBe(0)
    // The abandoned attempt is not resumed with its old key.
    expect(
      await larder.database.query('SELECT state FROM payment_attempts WHERE order_id = $1', [card.id]),
    ).toEqual([{ state: 'abandoned' }])
  })

  it('counts on a food order that it pays for whole, at the tap that places it', async () => {
    const ticket = await apply((await foodOrder()).id, 'THRICEFREE')
    expect(ticket.totals.due).toBe('$0.00')
    expect(await takenOf('THRICEFREE')).toBe(0)
    await guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    expect(await takenOf('THRICEFREE')).toBe(1)
  })

  it('that takes nothing off an order is not counted for anybody', async () => {
    const { id } = await completeOrder(guest, margherita({ quantity: 2 }))
    await apply(id, 'FIVEOFF')
    const { items } = await guest.ticket('GET', ticketPath(id))
    const smaller = await guest.ticket('PUT', ticketPath(id, `/items/${items[0]!.index}`), margherita())
    expect(smaller).toMatchObject({ promo_code: 'FIVEOFF', totals: { discounts: '$0.00' } })
    expect((await pay(smaller)).status).toBe(200)
    expect(await takenOf('FIVEOFF')).toBe(0)
  })
})
