import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import {
  bookedOf,
  cardOrder,
  cardsOf,
  giftcard,
  guestPayment,
  home,
  orderPath,
  readyOrder,
  start,
  submit,
  visa,
} from './support/card-orders.ts'
import { addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { completeOrder, dollars } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'
import {
  act,
  buy,
  find,
  orderOfCard,
  refundOrder,
  referenceOf,
  seen,
  seenOrder,
} from './support/staff-cards.ts'
import { actsOf } from './support/staff.ts'
import { balanceOf, expectBooks, redeem, release } from './support/tenders.ts'

describe.for(databases)('orders for gift cards that are refunded [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  let ada: SignedIn
  /** The refunds that were requested from the provider. */
  const asked: Parameters<Payments['refund']>[0][] = []
  let lost = false
  let whileCharged: (() => Promise<void>) | undefined
  beforeAll(async () => {
    larder = await startTestLarder(engine, {
      payments: (made) => ({
        ...made,
        async charge(one) {
          await whileCharged?.()
          return made.charge(one)
        },
        async refund(one) {
          asked.push(one)
          const outcome = await made.refund(one)
          return lost ? { kind: 'unknown', reason: 'no answer' } : outcome
        },
      }),
    })
    await addProgram(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ;[owner, ada] = [await administratorOf(larder), await SignedIn.as(larder, await addUser(larder))]
  })
  afterEach(async () => {
    lost = false
    whileCharged = undefined
    await round()
    asked.length = 0
    await expectBooks(larder)
  })
  afterAll(() => larder.close())

  const round = async (): Promise<void> => {
    larder.clock.advance(61_000)
    await larder.minute()
  }
  const bought = async (who: Guest = ada, type: Parameters<typeof buy>[2] = 'Purchase', price = 25) => {
    const { order, cards } = await buy(larder, who, type, price)
    const reference = await referenceOf(larder, cards[0]!.id)
    return { order, cardId: cards[0]!.id, reference, seen: await orderOfCard(owner, reference) }
  }
  const spend = async (cardId: string, amount = 17.42) => {
    const ticket = await completeOrder(ada)
    const reply = await redeem(ada, ticket.id, { card_id: cardId, amount })
    return { ticket, reply }
  }

  it('a refund returns what was paid and empties the cards, once per key', async () => {
    const { order, cardId, reference, seen: before } = await bought()
    expect(before).toMatchObject({
      paid_cents: 2500,
      refundable: { unspent_cents: 2500, left_cents: 2500, taken_cents: 0 },
    })
    const key = randomUUID()
    const acts = (await actsOf(owner)).length
    for (let time = 0; time < 2; time++)
      expect((await refundOrder(owner, before.reference, { amount_cents: 2500 }, key)).status).toBe(200)
    expect((await actsOf(owner)).length).toBe(acts + 1)
    expect((await actsOf(owner))[0]).toMatchObject({
      action: 'card_order_refunded',
      amount_cents: 2500,
      reason: 'The guest asked for it',
    })
    expect(await seen(owner, reference)).toMatchObject({ status: 'disabled', balance_cents: 0 })
    expect(await bookedOf(larder, order.id)).toEqual({ card_provider: -2500, card_sales: 2500 })
    await round()
    expect(asked.map(({ amountCents }) => amountCents)).toEqual([2500])
    expect(await bookedOf(larder, order.id)).toEqual({})
    expect((await seenOrder(owner, before.reference)).refunds).toMatchObject([
      { amount_cents: 2500, done_at: expect.any(String) },
    ])
    expect((await spend(cardId)).reply.status).toBe(422)
    const page = await cardOrder(ada, 'GET', orderPath(order.id))
    expect(page.items[0]!.cards).toMatchObject([{ amount: '$25.00', status: 'disabled' }])
    expect((await refundOrder(owner, before.reference, { amount_cents: 2500 })).status).toBe(409)
  })

  it('tell their buyer so: by an email, once, on the order’s page and on its receipt', async () => {
    const { order, cardId, seen: before } = await bought()
    const page = await cardOrder(ada, 'GET', orderPath(order.id))
    expect(page.refunds).toBeUndefined()
    const key = randomUUID()
    for (let time = 0; time < 2; time++)
      await refundOrder(owner, before.reference, { amount_cents: 2500 }, key)
    await round()
    await round()
    const number = order.id.slice(-6).toUpperCase()
    const told = larder.emails.filter(
      ({ kind, text }) => kind === 'order-cards-refunded' && text.includes(number),
    )
    expect(told).toMatchObject([
      { to: page.buyer_email, subject: `Your refund of $25.00 for gift card order ${number}` },
    ])
    const [{ text }] = told as [(typeof told)[0]]
    expect(text).toContain('$25.00 goes back to Visa ending in 4242; allow 5–10 business days.')
    expect(text).toContain(`The gift card ending in ${before.cards[0]!.last_four} is no longer valid.`)
    // The order's page would show the cards, and a card's page is the card itself.
    expect(text).not.toContain(order.id)
    expect(text).not.toContain(cardId)
    const visaBack = { display_name: 'Visa ending in 4242', tender_type: 'credit_card', amount: '$25.00' }
    expect((await cardOrder(ada, 'GET', orderPath(order.id))).refunds).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.any(String) as string,
        display: expect.stringMatching(/^11\/20\/2026 \d+:\d\d[ap]m$/) as string,
        amount: '$25.00',
        parts: [{ ...visaBack, done_at: expect.any(String) as string }],
      },
    ])
    const { body } = await ada.send<ReceiptAnswer>(
      'GET',
      `/location/:loc/receipt?type=card_order&object_id=${order.id}`,
    )
    expect(body.receipt.refunds).toMatchObject([
      { refund_type: 'Visa ending in 4242', tender_type: 'credit_card', refund_amount: '$25.00' },
    ])
  })

  it('that were spent in part have the unspent part back', async () => {
    const { cardId, seen: before } = await bought()
    await spend(cardId)
    const { refundable } = await seenOrder(owner, before.reference)
    expect(refundable).toMatchObject({ unspent_cents: 758, left_cents: 2500 })
    expect(await refundOrder(owner, before.reference, { amount_cents: 2500 })).toMatchObject({
      status: 409,
      body: { message: '$7.58 of this order can be refunded now. Please check it again.' },
    })
    expect((await refundOrder(owner, before.reference, { amount_cents: 758 })).status).toBe(200)
    await round()
    expect(asked.map(({ amountCents }) => amountCents)).toEqual([758])
  })

  it('have back what comes onto their cards later, too, and never more than was paid', async () => {
    const { order, cardId, seen: before } = await bought()
    const { ticket } = await spend(cardId)
    await refundOrder(owner, before.reference, { amount_cents: 758 })
    await release(ada, ticket.id)
    expect(await balanceOf(larder, cardId)).toBe(1742)
    expect((await refundOrder(owner, before.reference, { amount_cents: 1742 })).status).toBe(200)
    await round()
    expect(asked.map(({ amountCents }) => amountCents).toSorted()).toEqual([1742, 758])
    expect(await bookedOf(larder, order.id)).toEqual({})
  })

  it('are asked for until the provider says, always by the same key', async () => {
    const { order, seen: before } = await bought()
    lost = true
    await refundOrder(owner, before.reference, { amount_cents: 2500 })
    await round()
    await round()
    expect((await seenOrder(owner, before.reference)).refunds[0]!.done_at).toBeUndefined()
    lost = false
    await round()
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(asked.length).toBeGreaterThan(1)
    expect(await bookedOf(larder, order.id)).toEqual({})
  })

  it('by post go back with their postage where nothing was spent, and wait until the cards are made', async () => {
    const guest = new Guest(larder)
    const { id } = await start(guest, 'SendPhysical')
    await cardOrder(guest, 'PUT', orderPath(id), { items: [giftcard(25, { quantity: 2 })] })
    const ready = await cardOrder(guest, 'PUT', orderPath(id), home)
    const paid = await submit(guest, id, {
      amount: dollars(ready.totals.due),
      payment_token: await guest.card(visa),
      buyer_first_name: 'Rosa',
      buyer_last_name: 'Diaz',
      buyer_email: 'rosa@example.com',
    })
    expect(paid.status).toBe(200)
    await larder.minute()
    const { orders, cards } = (await find(owner, { order_id: id })).body
    expect(cards).toHaveLength(2)
    const { refundable, reference } = await seenOrder(owner, orders[0]!.reference)
    expect(refundable!.unspent_cents).toBe(5000)
    const postage = refundable!.shipping_cents
    expect(postage).toBeGreaterThan(0)
    await refundOrder(owner, reference, { amount_cents: 5000 + postage, shipping: true })
    await round()
    expect(asked.map(({ amountCents }) => amountCents)).toEqual([5000 + postage])
    expect(await bookedOf(larder, id)).toEqual({})
    for (const card of cards)
      expect(await seen(owner, card.reference)).toMatchObject({ status: 'disabled', balance_cents: 0 })
  })

  it('of a reload reduce the card’s balance by it, and the card stays valid', async () => {
    const { cardId, reference } = await bought()
    await buy(larder, ada, 'Reload', 40, { card_id: cardId })
    const { orders } = await seen(owner, reference)
    const reload = orders.find(({ type }) => type === 'Reload')!
    expect((await seenOrder(owner, reload.reference)).refundable!.unspent_cents).toBe(4000)
    expect((await refundOrder(owner, reload.reference, { amount_cents: 4000 })).status).toBe(200)
    expect(await seen(owner, reference)).toMatchObject({ status: 'active', balance_cents: 2500 })
    const [{ id } = { id: '' }] = await larder.database.query<{ id: string }>(
      'SELECT id FROM card_orders WHERE reference = $1',
      [reload.reference],
    )
    const { success_message: said } = await cardOrder(ada, 'GET', orderPath(id))
    expect(said!.message).not.toContain('no longer valid')
    await round()
    const email = larder.emails.findLast(({ kind }) => kind === 'order-cards-refunded')!
    expect(email.subject).toContain('$40.00')
    expect(email.text).not.toContain('no longer valid')
  })

  it.each(['voided', 're-issued and the new one voided'])(
    'go back by themselves where the card to be reloaded was %s while the provider was asked',
    async (how) => {
      const { cardId, reference } = await bought()
      const { id } = await start(ada, 'Reload', { card_id: cardId })
      const ready = await cardOrder(ada, 'PUT', orderPath(id), {
        items: [{ item: 'giftcard', price: 40, quantity: 1, card_id: cardId }],
      })
      whileCharged = async () => {
        const moved =
          how === 'voided'
            ? undefined
            : await act(owner, reference, 'reissue', { amount_cents: 2500, email: '' })
        const last = moved?.body.card.replaced_by!.reference ?? reference
        expect((await act(owner, last, 'void', { amount_cents: 2500 })).status).toBe(200)
      }
      const paid = await submit(ada, id, {
        amount: dollars(ready.totals.due),
        payment_source: await ada.card(visa),
      })
      expect(paid).toMatchObject({
        status: 200,
        body: {
          card_order: {
            status: 'Submitted',
            refunds: [{ amount: '$40.00' }],
            success_message: {
              header: 'You’re getting a refund',
              message:
                'This gift card is no longer valid, so nothing was put on it. $40.00 goes back to Visa ending in 4242; allow 5–10 business days.',
            },
            items: [{ cards: [{ status: 'disabled' }] }],
          },
        },
      })
      await round()
      expect(asked.map(({ amountCents }) => amountCents)).toEqual([4000])
      expect(await bookedOf(larder, id)).toEqual({})
      const paidOtherwise = 'UPDATE card_order_refunds SET by_hand = true WHERE order_id = $1'
      await larder.database.query(paidOtherwise, [id])
      expect((await cardOrder(ada, 'GET', orderPath(id))).success_message!.message).toBe(
        'This gift card is no longer valid, so nothing was put on it. We paid you back $40.00 another way.',
      )
      expect(await seen(owner, reference)).toMatchObject({ status: 'disabled', balance_cents: 0 })
      expect(larder.emails.findLast(({ kind }) => kind === 'order-cards-refunded')!.subject).toContain(
        '$40.00',
      )
    },
  )

  it('of a gift that waits for its day send it to nobody', async () => {
    const guest = new Guest(larder)
    const order = await readyOrder(guest, 'SendEmail')
    const tomorrow = new Date(larder.clock.now() + 24 * 60 * 60_000).toISOString().slice(0, 16)
    await cardOrder(guest, 'PUT', orderPath(order.id), { send_at_local: tomorrow, send_time_zone: 'UTC' })
    await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    const [card] = await cardsOf(larder, order.id)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, card!.id))
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    const waiting = await larder.database.query(
      `SELECT 1 AS waits FROM card_deliveries WHERE order_id = $1 AND state = 'pending'`,
      [order.id],
    )
    expect(waiting).toEqual([])
    const before = larder.emails.filter(({ kind }) => kind === 'gift-card').length
    larder.clock.advance(25 * 60 * 60_000)
    await larder.minute()
    expect(larder.emails.filter(({ kind }) => kind === 'gift-card')).toHaveLength(before)
  })

  it('are followed to the card that replaced theirs', async () => {
    const { cardId, reference, seen: before } = await bought()
    const { body } = await act(owner, reference, 'reissue', { amount_cents: 2500, email: '' })
    expect((await refundOrder(owner, before.reference, { amount_cents: 2500 })).status).toBe(200)
    expect(await seen(owner, body.card.replaced_by!.reference)).toMatchObject({
      status: 'disabled',
      balance_cents: 0,
    })
    expect(await balanceOf(larder, cardId)).toBe(0)
  })

  it('and spent, voided or refunded once more at the same moment, never give more than there is', async () => {
    for (let time = 0; time < 5; time++) {
      const { cardId, seen: before } = await bought()
      const ticket = await completeOrder(ada)
      const [spent, refunded] = await Promise.all([
        redeem(ada, ticket.id, { card_id: cardId, amount: 17.42 }),
        refundOrder(owner, before.reference, { amount_cents: 2500 }),
      ])
      expect(['200 409', '422 200']).toContain(`${spent.status} ${refunded.status}`)
    }
    for (let time = 0; time < 3; time++) {
      const { reference, seen: before } = await bought()
      const [voided, refunded] = await Promise.all([
        act(owner, reference, 'void', { amount_cents: 2500 }),
        refundOrder(owner, before.reference, { amount_cents: 2500 }),
      ])
      expect([voided.status, refunded.status].toSorted()).toEqual([200, 409])
    }
    const { seen: before } = await bought()
    const twice = await Promise.all(
      [1, 2].map(() => refundOrder(owner, before.reference, { amount_cents: 2500 })),
    )
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
