import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import {
  bookedOf,
  buyer,
  call,
  cardOrder,
  type CardOrderReply,
  cardsOf,
  chargedOf,
  giftcard,
  guestPayment,
  orderPath,
  readyOrder,
  start,
  submit,
  visa,
} from './support/card-orders.ts'
import { numberOf } from './support/cipher.ts'
import { databases } from './support/databases.ts'
import { Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { authenticate } from './support/authenticate.ts'

describe.for(databases)('submitting card orders [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  let fault:
    | ((made: Payments, ...call: Parameters<Payments['charge']>) => ReturnType<Payments['charge']>)
    | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        charge: (charge) => (fault ? fault(made, charge) : made.charge(charge)),
      }),
    })
    guest = new Guest(larder)
    ada = await SignedIn.as(
      larder,
      await addUser(larder, { firstName: 'Ada', lastName: 'Byron', email: 'ada-byron@example.com' }),
    )
  })
  afterEach(() => {
    fault = undefined
  })
  afterAll(() => larder.close())

  const bought = async (who: SignedIn, price = 25): Promise<CardOrderReply> =>
    submit(who, (await readyOrder(who, 'Purchase', price)).id, {
      amount: price,
      payment_source: await who.card(visa),
    })

  it('charges a signed-in user once and puts the card into their account @AP-11 @EN-40 @EN-41 @GC-17', async () => {
    const { body } = await bought(ada)
    const order = body.card_order
    expect(order).toMatchObject({
      status: 'Submitted',
      step: 0,
      totals: { total: '$25.00', due: '$0.00' },
      payments: [{ payment_amount: '$25.00', display_name: 'Visa ending in 4242' }],
      buyer_first_name: 'Ada',
      buyer_last_name: 'Byron',
      buyer_email: 'ada-byron@example.com',
      success_message: { header: 'Thank you!' },
    })
    const [card] = await cardsOf(larder, order.id)
    expect(card).toMatchObject({ user_id: ada.userId, balance_cents: 2500 })
    expect(order.items[0]!.cards).toEqual([
      {
        image: 'https://pictures.example/classic.webp',
        card_number: card!.card_number,
        display_name: 'Tavola gift card',
        amount: '$25.00',
        card_id: card!.id,
      },
    ])
    expect(await chargedOf(larder, order.id)).toEqual([2500])
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, 'card:': 2500 })
    const mine = await ada.send<{ cards: { id: string; balance: number }[] }>('GET', '/location/:loc/cards')
    expect(mine.body.cards).toContainEqual(expect.objectContaining({ id: card!.id, balance: 2500 }))
  })

  it('adds the money of a reload to the card, whose number its owner may see @GC-18 @ST-32 @EN-41', async () => {
    const first = (await bought(ada)).body.card_order.items[0]!.cards![0]!
    const order = await readyOrder(ada, 'Reload', 40, { card_id: first.card_id! })
    const { body } = await submit(ada, order.id, { amount: 40, payment_source: await ada.card(visa) })
    expect(body.card_order.items[0]).toMatchObject({
      card_id: first.card_id,
      cards: [{ card_number: first.card_number, amount: '$40.00' }],
    })
    expect(await cardsOf(larder, order.id)).toMatchObject([{ id: first.card_id, balance_cents: 6500 }])
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -4000, 'card:': 4000 })
  })

  it('charges nothing for the reload of a card that was put on hold meanwhile', async () => {
    const first = (await bought(ada)).body.card_order.items[0]!.cards![0]!
    const order = await readyOrder(ada, 'Reload', 40, { card_id: first.card_id! })
    await larder.database.query(`UPDATE cards SET status = 'frozen' WHERE id = $1`, [first.card_id])
    expect(await submit(ada, order.id, { amount: 40, payment_source: await ada.card(visa) })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'card_id' }] },
    })
    expect(await chargedOf(larder, order.id)).toEqual([])
  })

  it('asks a guest’s name and email, shows them their card, and emails it, because it is in no account @VA-18 @AP-11 @EN-40', async () => {
    const order = await readyOrder(guest)
    const token = await guest.card(visa)
    const nobody = await submit(guest, order.id, { amount: 25, payment_token: token, buyer_email: 'rosa' })
    expect(nobody).toMatchObject({
      status: 422,
      body: { message: 'Please enter a valid first name', has_error: true },
    })
    expect(nobody.body.errors).toEqual([
      { field: 'buyer_first_name', message: 'Please enter a valid first name' },
      { field: 'buyer_last_name', message: 'Please enter a valid last name' },
      { field: 'buyer_email', message: 'Please enter a valid email address' },
    ])
    const { body } = await submit(guest, order.id, guestPayment(order, token))
    const [card] = await cardsOf(larder, order.id)
    expect(body.card_order.items[0]!.cards).toMatchObject([
      { card_number: card!.card_number, card_id: card!.id },
    ])
    await larder.minute()
    expect(larder.emails.at(-1)).toMatchObject({
      to: 'rosa@example.com',
      subject: 'Your $25.00 gift card for Tavola',
    })
    expect(larder.emails.at(-1)!.text).toContain(`/gift/${card!.id}`)
  })

  it.each(['SendText', 'SendEmail'] as const)(
    'sends a card by %s and shows its sender the last four digits only @GC-19 @GC-20',
    async (type) => {
      const order = await readyOrder(guest, type, 50)
      await cardOrder(guest, 'PUT', orderPath(order.id), { personal_message: 'Order the good dessert' })
      const { body } = await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
      expect(body.card_order.success_message?.message).toBe(
        `We are sending your gift card to Ada by ${type === 'SendText' ? 'text message' : 'email'}.`,
      )
      const [card] = await cardsOf(larder, order.id)
      expect(card).toMatchObject({ user_id: null, balance_cents: 5000, from_name: 'Rosa Diaz' })
      expect(body.card_order.items[0]!.cards).toEqual([
        expect.objectContaining({
          card_number: `•••• •••• •••• ${card!.card_number.slice(-4)}`,
          amount: '$50.00',
        }),
      ])
      for (const secret of [card!.id, card!.card_number]) expect(JSON.stringify(body)).not.toContain(secret)
      expect(JSON.stringify((await call(guest, 'GET', orderPath(order.id))).body)).not.toContain(card!.id)
      const gift = await guest.send('GET', `/location/:loc/card/${card!.id}/egift`)
      expect(gift.body).toMatchObject({
        card: { balance: 5000, from_name: 'Rosa Diaz', personal_message: 'Order the good dessert' },
      })
    },
  )

  it('records what is to be posted, emails no number, and makes each card once @GC-21 @AP-10', async () => {
    const { id } = await start(guest, 'SendPhysical')
    await cardOrder(guest, 'PUT', orderPath(id), {
      items: [giftcard(25, { quantity: 30 }), giftcard(100, { quantity: 2 })],
    })
    const order = await cardOrder(guest, 'PUT', orderPath(id), {
      recipient_first_name: 'Ada',
      recipient_last_name: 'Guest',
      recipient_address: '1 Main Street',
      recipient_city: 'New York',
      recipient_state: 'NY',
      recipient_zip: '10011',
    })
    // Deliver what earlier tests have sold.
    await larder.minute()
    const emails = larder.emails.length
    const { body } = await submit(guest, id, guestPayment(order, await guest.card(visa)))
    expect(body.card_order).toMatchObject({
      status: 'Submitted',
      totals: { shipping_handling: '$4.95', total: '$954.95', due: '$0.00' },
    })
    expect(body.card_order.items.map((item) => item.cards)).toEqual([
      [
        expect.objectContaining({
          card_number: '•••• •••• •••• ••••',
          amount: '$25.00',
          display_name: 'Tavola card by post',
        }),
      ],
      [expect.objectContaining({ card_number: '•••• •••• •••• ••••', amount: '$100.00' })],
    ])
    await Promise.all([larder.minute(), larder.minute()])
    const cards = await cardsOf(larder, id)
    expect(cards.map((card) => card.balance_cents)).toEqual([
      ...Array.from({ length: 30 }, () => 2500),
      10_000,
      10_000,
    ])
    expect(new Set(cards.map((card) => card.card_number)).size).toBe(32)
    expect(await bookedOf(larder, id)).toEqual({
      card_provider: -95_495,
      card_shipping: 495,
      'card:': 95_000,
    })
    // The email lists the purchase without any card number.
    expect(larder.emails.slice(emails).map(({ kind }) => kind)).toEqual(['order-cards-placed'])
    expect(
      await larder.database.query(
        'SELECT item_index, made, posted_at FROM card_shipments WHERE order_id = $1 ORDER BY item_index',
        [id],
      ),
    ).toEqual([
      { item_index: 1, made: 30, posted_at: null },
      { item_index: 2, made: 2, posted_at: null },
    ])
    const read = (await call(guest, 'GET', orderPath(id))).body
    expect(JSON.stringify(read)).not.toContain(cards[0]!.card_number)
    expect(
      new Set(read.card_order.items.flatMap((item) => item.cards?.map((card) => card.card_number))),
    ).toEqual(new Set(['•••• •••• •••• ••••']))
  })

  it('charges the amount that was on the screen, or nothing (X10)', async () => {
    const order = await readyOrder(guest)
    const token = await guest.card(visa)
    const paid = (amount: number) => submit(guest, order.id, { amount, payment_token: token, ...buyer })
    const cheap = await paid(1)
    expect(cheap).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(cheap.body.message).toContain('$25.00')
    expect(await paid(0)).toMatchObject({ status: 409 })
    expect(await paid(25.001)).toMatchObject({ status: 422, body: { errors: [{ field: 'amount' }] } })
    expect(await chargedOf(larder, order.id)).toEqual([])
    expect((await paid(25)).status).toBe(200)
  })

  it('charges less with a promo code, and the card keeps its full value @ST-35', async () => {
    const { id } = await readyOrder(guest)
    const order = await cardOrder(guest, 'PUT', orderPath(id), { promo_code: 'WELCOME10' })
    await submit(guest, id, guestPayment(order, await guest.card(visa)))
    expect(await chargedOf(larder, id)).toEqual([2250])
    expect(await cardsOf(larder, id)).toMatchObject([{ balance_cents: 2500 }])
    expect(await bookedOf(larder, id)).toEqual({ card_provider: -2250, card_discounts: -250, 'card:': 2500 })
  })

  it('makes no card for nothing, whatever an older code or an older order says', async () => {
    const { id } = await readyOrder(guest)
    // A promo code from before discounts were limited, on an order from that time.
    await larder.database.query(`UPDATE card_orders SET promo_code = 'EVERYTHING' WHERE id = $1`, [id])
    expect((await cardOrder(guest, 'GET', orderPath(id))).totals.due).toBe('$25.00')
    expect(await submit(guest, id, { amount: 0, ...buyer })).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    })
    expect(await cardsOf(larder, id)).toEqual([])
    expect(await bookedOf(larder, id)).toEqual({})
  })

  it('charges what is due and not a cent more, either', async () => {
    const { id } = await readyOrder(guest)
    const token = await guest.card(visa)
    for (const amount of [25.01, 26, 250]) {
      const refused = await submit(guest, id, { amount, payment_token: token, ...buyer })
      expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed' } })
      expect(refused.body.message).toContain('$25.00')
    }
    expect(await chargedOf(larder, id)).toEqual([])
  })

  it('charges nothing for an incomplete order', async () => {
    const token = await guest.card(visa)
    const bare = await start(guest, 'SendEmail', { program_id: 'classic' })
    expect(await submit(guest, bare.id, { amount: 0, payment_token: token, ...buyer })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'items' }] },
    })
    await cardOrder(guest, 'PUT', orderPath(bare.id), { items: [giftcard(25)] })
    const nobody = await submit(guest, bare.id, { amount: 25, payment_token: token, ...buyer })
    expect(nobody.body.errors.map((error) => error.field)).toEqual([
      'recipient_first_name',
      'recipient_last_name',
      'recipient_email',
    ])
    const order = await readyOrder(guest)
    expect(await submit(guest, order.id, { amount: 25, ...buyer })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'payment_token' }] },
    })
    const customer = { amount: 25, payment_token: token, stripe_customer_id: 'cus_anybody', ...buyer }
    expect(await submit(guest, order.id, customer)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'stripe_customer_id' }] },
    })
    expect([...(await chargedOf(larder, bare.id)), ...(await chargedOf(larder, order.id))]).toEqual([])
  })

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
  ])(
    'says in the provider’s words why %s was declined, and accepts another card @ER-05',
    async (number, message) => {
      const order = await readyOrder(guest)
      const declined = await submit(guest, order.id, guestPayment(order, await guest.card(number)))
      expect(declined).toMatchObject({
        status: 402,
        body: { code: 'payment_declined', message, has_error: true, error: { message } },
      })
      expect(await cardsOf(larder, order.id)).toEqual([])
      expect((await submit(guest, order.id, guestPayment(order, await guest.card(visa)))).status).toBe(200)
      expect(await chargedOf(larder, order.id)).toEqual([2500])
    },
  )

  it('lets the bank authenticate, then charges once under the same key; an edit abandons the payment', async () => {
    const order = await readyOrder(guest)
    const body = guestPayment(order, await guest.card('4000002500003155'))
    const key = randomUUID()
    const asked = await submit(guest, order.id, body, key)
    expect(asked).toMatchObject({
      status: 402,
      body: { code: 'authentication_required', client_secret: expect.any(String) as string },
    })
    await authenticate(larder, asked.body.client_secret!)
    expect((await submit(guest, order.id, body, key)).body.card_order.status).toBe('Submitted')
    expect(await chargedOf(larder, order.id)).toEqual([2500])

    const other = await readyOrder(guest)
    const given = randomUUID()
    const same = guestPayment(other, await guest.card('4000002500003155'))
    const late = await submit(guest, other.id, same, given)
    await cardOrder(guest, 'PUT', orderPath(other.id), { items: [giftcard(30)] })
    await authenticate(larder, late.body.client_secret!)
    expect(await submit(guest, other.id, same, given)).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    })
    expect(await chargedOf(larder, other.id)).toEqual([])
  })

  const types: [CardOrderType, string][] = [
    ['Purchase', 'one key'],
    ['Purchase', 'different keys'],
    ['SendEmail', 'different keys'],
    ['SendPhysical', 'different keys'],
  ]
  it.each(types)('charges once for twenty submits of a %s at once with %s', async (type, keys) => {
    const order = await readyOrder(guest, type)
    const body = guestPayment(order, await guest.card(visa))
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        submit(guest, order.id, body, keys === 'one key' ? key : randomUUID()),
      ),
    )
    expect(replies.some((reply) => reply.status === 200)).toBe(true)
    const refused = replies.filter((reply) => reply.status !== 200)
    for (const reply of refused) expect(reply.body.code).toBe('idempotency_in_progress')
    expect((await submit(guest, order.id, body, key)).status).toBe(200)
    await larder.minute()
    const due = type === 'SendPhysical' ? 2995 : 2500
    expect(await chargedOf(larder, order.id)).toEqual([due])
    expect(await cardsOf(larder, order.id)).toMatchObject([{ balance_cents: 2500 }])
    expect((await bookedOf(larder, order.id))['card_provider']).toBe(-due)
  })

  it('loads a card once for twenty submits of a reload at once', async () => {
    const { card_id } = (await bought(ada)).body.card_order.items[0]!.cards![0]!
    const order = await readyOrder(ada, 'Reload', 10, { card_id })
    const body = { amount: 10, payment_source: await ada.card(visa) }
    await Promise.all(Array.from({ length: 20 }, () => submit(ada, order.id, body)))
    expect(await cardsOf(larder, order.id)).toMatchObject([{ balance_cents: 3500 }])
    expect(await chargedOf(larder, order.id)).toEqual([1000])
  })

  it('asks with the same key about a charge whose answer was lost, and allows no change before (N2)', async () => {
    const order = await readyOrder(guest)
    const body = guestPayment(order, await guest.card(visa))
    const key = randomUUID()
    fault = async (made, charge) => {
      await made.charge(charge)
      return { kind: 'unknown', reason: 'the connection was cut after the charge' }
    }
    expect(await submit(guest, order.id, body, key)).toMatchObject({
      status: 503,
      body: { code: 'payment_unavailable' },
    })
    expect(await call(guest, 'PUT', orderPath(order.id), { items: [giftcard(30)] })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
    fault = undefined
    expect((await submit(guest, order.id, body, key)).body.card_order.status).toBe('Submitted')
    expect(await chargedOf(larder, order.id)).toEqual([2500])
    expect(await cardsOf(larder, order.id)).toHaveLength(1)
  })

  it('settles a payment that another key left open: the order is placed, and nothing is charged again (N2)', async () => {
    const order = await readyOrder(guest)
    const body = guestPayment(order, await guest.card(visa))
    fault = async (made, charge) => {
      await made.charge(charge)
      return { kind: 'unknown', reason: 'the connection was cut after the charge' }
    }
    await submit(guest, order.id, body)
    fault = undefined
    // Even a long time after the order was left.
    larder.clock.advance(22 * 60 * 60 * 1000)
    expect((await submit(guest, order.id, body)).body.card_order.status).toBe('Submitted')
    larder.clock.advance(-22 * 60 * 60 * 1000)
    expect(await chargedOf(larder, order.id)).toEqual([2500])
    expect(await cardsOf(larder, order.id)).toHaveLength(1)
  })

  it('only asks about a charge when its key is too old to repeat, and charges nothing twice (P2)', async () => {
    for (const reached of [true, false]) {
      const order = await readyOrder(guest)
      const body = guestPayment(order, await guest.card(visa))
      let asked = 0
      fault = async (made, charge) => {
        asked++
        if (reached) await made.charge(charge)
        return { kind: 'unknown', reason: 'the connection was cut' }
      }
      await submit(guest, order.id, body)
      larder.clock.advance(25 * 60 * 60 * 1000)
      const again = await submit(guest, order.id, body)
      larder.clock.advance(-25 * 60 * 60 * 1000)
      fault = undefined
      expect(asked).toBe(1)
      expect(again.status).toBe(reached ? 200 : 409)
      expect(await chargedOf(larder, order.id)).toEqual(reached ? [2500] : [])
    }
  })

  it('answers the same order when the answer was cut after the commit (N2, N12)', async () => {
    const order = await readyOrder(guest)
    const body = guestPayment(order, await guest.card(visa))
    const key = randomUUID()
    const lost = await submit(guest, order.id, body, key)
    const again = await submit(guest, order.id, body, key)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(lost.body)
    expect(await chargedOf(larder, order.id)).toEqual([2500])
    expect(await call(guest, 'PUT', orderPath(order.id), { items: [] })).toMatchObject({
      status: 409,
      body: { code: 'already_submitted' },
    })
  })

  it('leaves the ledger at zero, each card at the sum of its rows, and nothing in the sale that is not on a card', async () => {
    await larder.minute()
    const uneven = await larder.database.query(
      'SELECT transfer_id FROM ledger GROUP BY location_id, transfer_id HAVING sum(amount_cents) <> 0 OR count(*) <> 2',
    )
    expect(uneven).toEqual([])
    const orders = await larder.database.query(
      `SELECT order_id FROM ledger WHERE order_id IS NOT NULL AND account = 'card_sales' GROUP BY order_id HAVING sum(amount_cents) <> 0`,
    )
    expect(orders).toEqual([])
    const wrong = await larder.database.query(
      `SELECT c.id FROM cards c LEFT JOIN ledger l ON l.location_id = c.location_id AND l.account = 'card:' || c.id
       GROUP BY c.location_id, c.id, c.balance_cents HAVING coalesce(sum(l.amount_cents), 0) <> c.balance_cents`,
    )
    expect(wrong).toEqual([])
    const [booked] = await larder.database.query<{ cents: number }>(
      `SELECT -sum(amount_cents)::int AS cents FROM ledger WHERE account = 'card_provider'`,
    )
    const [paid] = await larder.database.query<{ cents: number }>(
      'SELECT sum(amount_cents)::int AS cents FROM card_order_payments',
    )
    expect(booked).toEqual(paid)
  })

  it('logs no card, number, name or address (X13)', async () => {
    const cards = await larder.database.query<{ location_id: string; id: string; sealed_number: string }>(
      'SELECT location_id, id, sealed_number FROM cards',
    )
    const text = JSON.stringify(larder.log)
    for (const card of cards)
      expect([text.includes(card.id), text.includes(numberOf(card))]).toEqual([false, false])
    expect(text).not.toMatch(/rosa@|ada@|pm_|2125550147/)
  })
})
