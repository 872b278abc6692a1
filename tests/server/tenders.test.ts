import { randomUUID } from 'node:crypto'
import type { Verification } from '#server/ports/verification/verification.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCard, addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, dollars, margherita, paymentOf, startOrder } from './support/orders.ts'
import { everybody } from './support/members.ts'
import { addUser, SignedIn } from './support/people.ts'
import {
  addReward,
  balanceOf,
  dueOf,
  earnedOf,
  expectBooks,
  redeem,
  redeemByNumber,
  tippedOrder,
  useReward,
} from './support/tenders.ts'

/** Where the sign-up uses reCAPTCHA, the checkout uses the embedded check, because it loads no script of others. */
const asServed: Verification = {
  provider: 'recaptcha',
  siteKey: 'site',
  verify: async () => false,
  onPaymentPages: everybody,
}

describe.for(databases)('gift cards that pay for a ticket [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine, { trustProxy: true, verification: asServed })
    await addProgram(larder)
    guest = new Guest(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const ownCard = (amountCents = 2500) => addCard(larder, { userId: ada.userId, amountCents })
  const payWithCard = async (who: Guest, id: string) =>
    who.ticket(
      'POST',
      ticketPath(id, '/payment'),
      paymentOf(await who.ticket('GET', ticketPath(id)), await guest.card('4242424242424242')),
    )

  /** Runs the work while a Margherita costs $99.00. */
  const withDearerPizza = async (work: () => Promise<void>): Promise<void> => {
    const item = larder.directory.findByLabel('tavola')!.findOrderItem('dinner', 'pizza', 'margherita')!
    const before = item.omnivore.price_per_unit
    item.omnivore.price_per_unit = 9900
    try {
      await work()
    } finally {
      item.omnivore.price_per_unit = before
    }
  }

  it('pays all of an order with the user’s own card @AT-13 @EN-25', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard()]
    const { status, body } = await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) })
    expect(status).toBe(200)
    expect(body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      payments: [
        {
          display_name: `Gift card •••• ${card.cardNumber.slice(-4)}`,
          display_amount: '$17.42',
          tip: '$0.00',
          tender_type: 'card',
        },
      ],
      totals: { total: '$17.42', due: '$0.00', due_non_tip: '$0.00' },
      reward_can_be_used: false,
    })
    expect(await balanceOf(larder, card.id)).toBe(758)
    expect(await earnedOf(larder, ticket.id)).toEqual({ card: -1742, orders: 1742 })
    expect((await ada.ticket('POST', submitPath(ticket.id), { phone_number: '' })).status).toBe('Submitted')
  })

  it('pays the tip where the restaurant allows it, and leaves the rest to a payment card, which is charged that alone @AT-13', async () => {
    const [ticket, small, large] = [await tippedOrder(ada, 3), await ownCard(1000), await ownCard(900)]
    const first = await redeem(ada, ticket.id, { card_id: small.id, amount: 10 })
    expect(first.body.ticket_order).toMatchObject({
      status: 'Open',
      totals: { due_non_tip: '$7.42', due_tip: '$3.00', due: '$10.42' },
    })
    larder.clock.advance(1000)
    const second = await redeem(ada, ticket.id, { card_id: large.id, amount: 7.42, tip: 1.58 })
    expect(second.body.ticket_order).toMatchObject({
      status: 'Open',
      totals: { due_non_tip: '$0.00', due_tip: '$1.42', due: '$1.42' },
    })
    const paid = await payWithCard(ada, ticket.id)
    expect(paid).toMatchObject({ status: 'PaymentComplete', totals: { due: '$0.00', total: '$20.42' } })
    expect(paid.payments.map((one) => [one.tender_type, one.display_amount, one.tip])).toEqual([
      ['card', '$10.00', '$0.00'],
      ['card', '$9.00', '$1.58'],
      ['credit_card', '$1.42', '$1.42'],
    ])
    expect(await earnedOf(larder, ticket.id)).toEqual({
      card: -1900,
      card_provider: -142,
      orders: 1742,
      tips: 300,
    })
  })

  it('takes exactly what was asked for, or nothing, and names the balance when there is less (B6)', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1200)]
    const refused = await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'insufficient_balance', message: 'There is $12.00 on this gift card now.' },
    })
    expect(await balanceOf(larder, card.id)).toBe(1200)
    expect(await ada.ticket('GET', ticketPath(ticket.id))).toMatchObject({
      payments: [],
      totals: { due: '$17.42' },
    })
    const taken = await redeem(ada, ticket.id, { card_id: card.id, amount: 12 })
    expect(taken.body.ticket_order.totals.due).toBe('$5.42')
    const spent = await redeem(ada, ticket.id, { card_id: card.id, amount: 5.42 })
    expect(spent.body).toMatchObject({
      code: 'insufficient_balance',
      message: 'There is nothing left on this gift card.',
    })
  })

  it('leaves a payment card enough to be charged: some cents stay on the gift card, also on one given by its number', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1720)]
    const taken = await redeem(ada, ticket.id, { card_id: card.id, amount: 16.92 })
    expect(taken.body.ticket_order.totals.due).toBe('$0.50')
    expect([await balanceOf(larder, card.id), (await payWithCard(ada, ticket.id)).status]).toEqual([
      28,
      'PaymentComplete',
    ])
    const [other, loose] = [await completeOrder(ada), await addCard(larder, { amountCents: 1720 })]
    const byNumber = await redeemByNumber(ada, other.id, { card_number: loose.cardNumber, ...dueOf(other) })
    expect(byNumber.body.ticket_order.totals.due).toBe('$0.50')
    const again = await redeemByNumber(ada, other.id, { card_number: loose.cardNumber, amount: 0.5 })
    expect(again).toMatchObject({ status: 409, body: { code: 'insufficient_balance' } })
    expect(again.body.message).toBe(
      'There is $0.28 on this gift card, and $0.50 or more must be left for a credit card. Please pay the rest with one.',
    )
    expect((await payWithCard(ada, other.id)).status).toBe('PaymentComplete')
  })

  it('takes nothing when the order is not the one that the guest saw (X10, I5)', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(5000)]
    for (const amount of [17.43, 17.41, 0]) {
      const reply = await redeem(ada, ticket.id, { card_id: card.id, amount })
      expect(reply).toMatchObject({ status: 409, body: { code: 'price_changed' } })
      expect(reply.body.message).toContain('$17.42')
    }
    expect((await redeem(ada, ticket.id, { card_id: card.id, amount: 17.42, tip: 1 })).body.code).toBe(
      'price_changed',
    )
    for (const amount of [-1, 1e9, 0.005, '17.42', null])
      expect((await redeem(ada, ticket.id, { card_id: card.id, amount })).status).toBe(422)
    for (const tip of [-1, 1e9, 0.005, '1,5'])
      expect((await redeem(ada, ticket.id, { card_id: card.id, amount: 17.42, tip })).status).toBe(422)
    expect(await balanceOf(larder, card.id)).toBe(5000)
  })

  it('keeps the price from its first money on, whatever the menu says later', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1000)]
    await redeem(ada, ticket.id, { card_id: card.id, amount: 10 })
    await withDearerPizza(async () => {
      expect((await ada.ticket('GET', ticketPath(ticket.id))).totals).toMatchObject({
        total: '$17.42',
        due: '$7.42',
      })
      expect((await payWithCard(ada, ticket.id)).status).toBe('PaymentComplete')
    })
  })

  it('takes nothing from a card by its number when a dish has become more expensive, and counts no guess (X10, I5)', async () => {
    const [ticket, card] = [await completeOrder(guest), await addCard(larder, { amountCents: 20_000 })]
    const body = { card_number: card.cardNumber, ...dueOf(ticket) }
    await withDearerPizza(async () => {
      for (const who of [guest, ada]) {
        const reply = await redeemByNumber(who, ticket.id, body)
        expect(reply).toMatchObject({ status: 409, body: { code: 'price_changed' } })
        expect(reply.body.message).toContain('$107.79')
      }
      expect(await balanceOf(larder, card.id)).toBe(20_000)
      const now = await ada.ticket('GET', ticketPath(ticket.id))
      const paid = await redeemByNumber(ada, ticket.id, { ...body, ...dueOf(now) })
      expect(paid.body.ticket_order.status).toBe('PaymentComplete')
    })
  })

  it('says what is due and what is on the card, if less of it was seen than there is', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1500)]
    const reply = await redeem(ada, ticket.id, { card_id: card.id, amount: 10 })
    expect(reply).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(reply.body.message).toBe(
      'The amount due is now $17.42, and there is $15.00 on this gift card. Please look at both again before you pay.',
    )
    expect((await redeem(ada, ticket.id, { card_id: card.id, amount: 15 })).status).toBe(200)
  })

  it('cannot be changed while a gift card is on it, and says what to do', async () => {
    const [ticket, card] = [await completeOrder(ada), await ownCard(1000)]
    await redeem(ada, ticket.id, { card_id: card.id, amount: 10 })
    const change = await ada.send('POST', ticketPath(ticket.id, '/items'), { items: [margherita()] })
    expect(change).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(JSON.stringify(change.body)).toContain('Please take it off first')
  })

  it('is refused like a payment card where the order cannot be made yet', async () => {
    const card = await ownCard()
    const bare = await startOrder(ada)
    expect(await redeem(ada, bare.id, { card_id: card.id, ...dueOf(bare) })).toMatchObject({ status: 422 })
    const ticket = await completeOrder(ada)
    larder.clock.set('2026-11-21T04:30:00Z')
    expect(await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) })).toMatchObject({
      status: 409,
      body: { code: 'kitchen_closed' },
    })
    expect(await balanceOf(larder, card.id)).toBe(2500)
  })

  it('must belong to the caller and be valid; otherwise the field says so, not that the order is gone', async () => {
    const eve = await addUser(larder)
    const ticket = await completeOrder(ada)
    const ids = [
      'no-such-card',
      (await addCard(larder, { userId: eve })).id,
      (await addCard(larder)).id,
      (await addCard(larder, { userId: ada.userId, status: 'disabled' })).id,
    ]
    for (const id of ids) {
      const reply = await redeem(ada, ticket.id, { card_id: id, ...dueOf(ticket) })
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: 'card_id' }] } })
    }
    expect(
      (await redeem(guest, (await completeOrder(guest)).id, { card_id: ids[2], amount: 17.42 })).status,
    ).toBe(401)
  })

  it('is good through its last day on the restaurant’s own clock (B9)', async () => {
    const card = await addCard(larder, { userId: ada.userId, expiresOn: '2026-11-21' })
    larder.clock.set('2026-11-22T03:00:00Z')
    const [one, two] = [await completeOrder(ada), await completeOrder(ada)]
    // Saturday's kitchen is open until three in the morning: 23:59 and then 0:01 in New York, both Sunday in UTC.
    larder.clock.set('2026-11-22T04:59:00Z')
    expect((await redeem(ada, one.id, { card_id: card.id, ...dueOf(one) })).status).toBe(200)
    larder.clock.set('2026-11-22T05:01:00Z')
    const late = await redeem(ada, two.id, { card_id: card.id, amount: 7.58 })
    expect(late).toMatchObject({
      status: 422,
      body: { message: 'This gift card has expired.', errors: [{ field: 'card_id' }] },
    })
    const poor = await addCard(larder, { userId: ada.userId, amountCents: 100, expiresOn: '2026-11-21' })
    expect(await redeem(ada, two.id, { card_id: poor.id, ...dueOf(two) })).toMatchObject({
      status: 422,
      body: { message: 'This gift card has expired.' },
    })
  })

  it('leaves less than a payment card can be charged: that is said before the provider is asked, and is no declined card', async () => {
    const { id } = await completeOrder(ada)
    await useReward(ada, id, await addReward(larder, ada.userId, { amountCents: 1580 }))
    const ticket = await ada.ticket('GET', ticketPath(id))
    expect(ticket.totals.due).toBe('$0.22')
    const token = await ada.card('4242424242424242')
    for (let time = 0; time < 5; time++)
      expect(await ada.send('POST', ticketPath(id, '/payment'), paymentOf(ticket, token))).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'amount' }] },
      })
    const tipped = await ada.ticket('POST', ticketPath(id, '/tip'), { tip: 0.28 })
    const paid = await ada.send('POST', ticketPath(id, '/payment'), paymentOf(tipped, token))
    expect(paid.status).toBe(200)
  })

  it('takes nothing for an order with nothing due', async () => {
    const { id } = await completeOrder(ada)
    await ada.ticket('POST', ticketPath(id, '/promocode'), { promo_code: 'EVERYTHING' })
    expect(await redeem(ada, id, { card_id: (await ownCard()).id, amount: 1 })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
  })

  it('is taken once for a key, whatever became of the answer (N2, N3, N12)', async () => {
    const [ticket, card, key] = [await completeOrder(ada), await ownCard(), randomUUID()]
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) }, key)),
    )
    const again = await redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) }, key)
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(
      replies
        .filter(({ status }) => status === 200)
        .every(({ body }) => body.ticket_order.status === 'PaymentComplete'),
    ).toBe(true)
    expect(await balanceOf(larder, card.id)).toBe(758)
    const other = await redeem(ada, ticket.id, { card_id: card.id, amount: 17.42 })
    expect(other).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })

  it('pays a ticket once from two devices, gift card and payment card at the same moment (B11)', async () => {
    for (let round = 0; round < 5; round++) {
      const [ticket, card, source] = [
        await completeOrder(ada),
        await ownCard(),
        await guest.card('4242424242424242'),
      ]
      const [gift, charge] = await Promise.all([
        redeem(ada, ticket.id, { card_id: card.id, ...dueOf(ticket) }),
        ada.send('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, source)),
      ])
      expect([gift.status, charge.status].toSorted()).toEqual([200, 409])
      expect(['already_paid', 'price_changed']).toContain(
        ((gift.status === 409 ? gift.body : charge.body) as { code: string }).code,
      )
      const paid = await ada.ticket('GET', ticketPath(ticket.id))
      expect(paid).toMatchObject({ status: 'PaymentComplete', totals: { due: '$0.00' } })
      expect(paid.payments).toHaveLength(1)
    }
  })

  it('takes a guest’s card that nobody owns, by its number, without owning it @AT-14', async () => {
    const [ticket, card] = [await tippedOrder(guest, 5), await addCard(larder, { amountCents: 2000 })]
    const reply = await redeemByNumber(guest, ticket.id, {
      card_number: card.cardNumber,
      amount: 17.42,
      tip: 5,
    })
    expect(reply.body.ticket_order).toMatchObject({
      status: 'Open',
      payments: [{ display_amount: '$20.00', tip: '$2.58', tender_type: 'card' }],
      totals: { due_non_tip: '$0.00', due_tip: '$2.42' },
    })
    expect(
      await larder.database.query('SELECT user_id, balance_cents FROM cards WHERE id = $1', [card.id]),
    ).toEqual([{ user_id: null, balance_cents: 0 }])
    const rest = await addCard(larder)
    const paid = await redeemByNumber(guest, ticket.id, {
      card_number: rest.cardNumber,
      amount: 0,
      tip: dollars('$2.42'),
    })
    expect(paid.body.ticket_order).toMatchObject({ status: 'PaymentComplete', totals: { due: '$0.00' } })
  })

  it('adds a card to the user’s account and pays with it, both or neither @AT-14', async () => {
    const [ticket, card] = [await completeOrder(ada), await addCard(larder)]
    const reply = await redeemByNumber(ada, ticket.id, { card_number: card.cardNumber, ...dueOf(ticket) })
    expect(reply.body.ticket_order.status).toBe('PaymentComplete')
    expect(
      await larder.database.query('SELECT user_id, balance_cents FROM cards WHERE id = $1', [card.id]),
    ).toEqual([{ user_id: ada.userId, balance_cents: 758 }])
    const { body } = await ada.send<{ transactions: { description: string }[] }>(
      'GET',
      `/location/:loc/card/${card.id}`,
    )
    expect(body.transactions.map((one) => one.description).toSorted()).toEqual([
      'Gift card added',
      'Paid for an online order',
    ])
    // An order that accepts no money leaves the card where it was.
    const other = await addCard(larder)
    expect(
      (await redeemByNumber(ada, ticket.id, { card_number: other.cardNumber, amount: 5 })).body.code,
    ).toBe('already_paid')
    expect(await larder.database.query('SELECT user_id FROM cards WHERE id = $1', [other.id])).toEqual([
      { user_id: null },
    ])
  })

  it('answers every card that a guest cannot use with the same words, and counts them as guesses', async () => {
    const eve = await addUser(larder)
    const limited = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    const empty = await addCard(larder, { amountCents: 100 })
    expect(
      (
        await redeemByNumber(guest, (await completeOrder(guest)).id, {
          card_number: empty.cardNumber,
          amount: 17.42,
        })
      ).status,
    ).toBe(200)
    const cards = [
      '9999999999999999',
      (await addCard(larder, { userId: eve })).cardNumber,
      (await addCard(larder, { status: 'disabled' })).cardNumber,
      (await addCard(larder, { expiresOn: '2026-11-19' })).cardNumber,
      empty.cardNumber,
    ]
    const ticket = await completeOrder(guest)
    const replies = []
    for (const cardNumber of cards)
      replies.push(
        await guest.send(
          'POST',
          ticketPath(ticket.id, '/importandredeemcard'),
          { card_number: cardNumber, ...dueOf(ticket) },
          limited,
        ),
      )
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 422, body: { errors: [{ field: 'card_number' }] } })
    const good = await addCard(larder)
    const next = await guest.send(
      'POST',
      ticketPath(ticket.id, '/importandredeemcard'),
      { card_number: good.cardNumber, ...dueOf(ticket) },
      limited,
    )
    expect(next).toMatchObject({ status: 403, body: { code: 'verification_required' } })
    expect(await balanceOf(larder, good.id)).toBe(2500)
    // A person may continue, and a right number was no guess.
    const body = { card_number: good.cardNumber, ...dueOf(ticket), recaptcha_confirmation: 'a person' }
    expect(
      (await guest.send('POST', ticketPath(ticket.id, '/importandredeemcard'), body, limited)).status,
    ).toBe(200)
  })

  it('asks a member for a person after wrong numbers, and takes the answer of the check that the checkout has', async () => {
    const [ticket, good] = [await completeOrder(ada), await addCard(larder)]
    const pay = (card_number: string, recaptcha_confirmation?: string) =>
      ada.send<ProblemBody>(
        'POST',
        ticketPath(ticket.id, '/importandredeemcard'),
        { card_number, ...dueOf(ticket), recaptcha_confirmation },
        { headers: { 'x-forwarded-for': '198.51.100.7' } },
      )
    for (let count = 0; count < 5; count++) expect((await pay('9999999999999999')).status).toBe(422)
    expect(await pay(good.cardNumber)).toMatchObject({ status: 403, body: { code: 'verification_required' } })
    expect((await pay(good.cardNumber, 'a person')).status).toBe(200)
  })
})
