import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import type { ReceiptAnswer } from '#contract/schemas/receipt.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { cardOrder, home, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { addProgram } from './support/cards.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, Guest, startTestLarder, type TestLarder } from './support/larder.ts'
import { completeOrder, dollars } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, cancelOwn, place } from './support/placed.ts'
import { buy, orderOfCard, referenceOf, refundOrder } from './support/staff-cards.ts'
import { redeem } from './support/tenders.ts'

/** A member's list of payments for gift cards, and of refunds. */

describe.for(databases)('purchases in a member’s transactions [$name]', (engine) => {
  let larder: TestLarder
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  afterAll(() => larder.close())

  const list = async (who: Guest = ada): Promise<Transaction[]> => {
    const { body } = await who.send<{ transactions: Transaction[] }>('GET', '/user/transactions')
    expect(endpoints.listTransactions.answer.safeParse(body).success).toBe(true)
    return body.transactions
  }
  const receiptOf = async ({ receipt = '' }: Transaction) =>
    (await ada.send<ReceiptAnswer>('GET', `/location/:loc${receipt}`)).body.receipt
  const paid = (amount: string) => [{ payment_amount: amount, display_name: 'Visa ending in 4242' }]
  const buyPosted = async (who: SignedIn): Promise<PhysicalOrder> => {
    const items = [{ item: 'posted-card', price: 25, quantity: 2 }]
    type Reply = { physical_order: PhysicalOrder }
    const started = await who.send<Reply>('POST', '/location/:loc/physicalcard/start', { items })
    const { body, status } = await who.send<Reply>(
      'PUT',
      `/location/:loc/physicalcard/${started.body.physical_order.id}`,
      { status: 'Submit', items, ...home, amount: 54.95, payment_source: await who.card(visa) },
      { key: randomUUID() },
    )
    expect(status).toBe(200)
    return body.physical_order
  }

  it('a card for oneself is listed once, with its price and how it was paid @AU-13', async () => {
    const order = await readyOrder(ada)
    const cheaper = await cardOrder(ada, 'PUT', orderPath(order.id), { promo_code: 'WELCOME10' })
    const body = { amount: dollars(cheaper.totals.due), payment_source: await ada.card(visa) }
    const { card_order: placed } = (await submit(ada, order.id, body)).body
    const [line, ...others] = await list()
    expect([placed.totals.total, others]).toEqual(['$22.50', []])
    expect(line).toEqual({
      description: 'Gift card purchased',
      pretty_amount: '$22.50',
      pretty_date: '11/20/2026',
      card_id: placed.items[0]!.cards![0]!.card_id,
      online_order: false,
      ticket_order_id: null,
      payments: paid('$22.50'),
      receipt: placed.receipt,
    })
    expect(await receiptOf(line!)).toMatchObject({ total: '$22.50', check_name: 'Gift cards' })
  })

  it('a reload is listed once, with its card', async () => {
    const { cards } = await buy(larder, ada)
    larder.clock.advance(60_000)
    await buy(larder, ada, 'Reload', 40, { card_id: cards[0]!.id })
    expect(await list()).toMatchObject([
      { description: 'Gift card reloaded', pretty_amount: '$40.00', card_id: cards[0]!.id },
      { description: 'Gift card purchased', pretty_amount: '$25.00', card_id: cards[0]!.id },
    ])
  })

  it('a gift names its recipient, and nothing in it leads to its card', async () => {
    const { order } = await buy(larder, ada, 'SendEmail')
    expect(await list()).toEqual([
      {
        description: 'Gift card for Ada Guest',
        pretty_amount: '$25.00',
        pretty_date: '11/20/2026',
        card_id: null,
        online_order: false,
        ticket_order_id: null,
        payments: paid('$25.00'),
        receipt: order.receipt,
      },
    ])
  })

  it('cards by post are listed with the postage that was paid @VA-28', async () => {
    const { receipt } = await buyPosted(ada)
    larder.clock.advance(60_000)
    await buy(larder, ada, 'SendPhysical')
    const lines = await list()
    expect(lines).toMatchObject([
      { description: 'Gift card for Ada Guest', pretty_amount: '$29.95', payments: paid('$29.95') },
      {
        description: '2 gift cards by mail',
        pretty_amount: '$54.95',
        payments: paid('$54.95'),
        receipt,
      },
    ])
    expect(await receiptOf(lines[1]!)).toMatchObject({ total: '$54.95', shipping_handling: '$4.95' })
  })

  it('a purchase is listed for its buyer only, and not what a guest bought or somebody only began', async () => {
    await buy(larder, ada, 'SendEmail')
    await buyPosted(ada)
    await buy(larder, new Guest(larder), 'SendEmail')
    const bob = await SignedIn.as(larder, await addUser(larder))
    await readyOrder(bob, 'SendEmail')
    expect(await list(bob)).toEqual([])
    expect(await list()).toHaveLength(2)
  })

  it('a refunded gift says how much was refunded, and where to', async () => {
    const { cards } = await buy(larder, ada, 'SendEmail')
    const owner = await administratorOf(larder)
    const { reference } = await orderOfCard(owner, await referenceOf(larder, cards[0]!.id))
    expect((await refundOrder(owner, reference, { amount_cents: 2500 })).status).toBe(200)
    const part = { display_name: 'Visa ending in 4242', tender_type: 'credit_card', amount: '$25.00' }
    const refund = { amount: '$25.00', display: '11/20/2026 6:00pm', parts: [part] }
    const [line] = await list()
    expect(line).toMatchObject({ pretty_amount: '$25.00', refunds: [refund] })
    expect(line!.refunds![0]!.parts[0]).toEqual(part)
    larder.clock.advance(61_000)
    await larder.minute()
    expect((await list())[0]!.refunds![0]!.parts[0]).toHaveProperty('done_at')
  })

  it('a cancelled food order says how much each payer got back', async () => {
    const { cards } = await buy(larder, ada, 'Purchase', 5)
    const ticket = await completeOrder(ada)
    const paidByCard = await redeem(ada, ticket.id, { card_id: cards[0]!.id, amount: 5 })
    const placed = await place(ada, paidByCard.body.ticket_order)
    expect((await cancelOwn(ada, placed.id)).status).toBe(200)
    const order = (await list()).find(({ description }) => description === `Order ${placed.name}`)
    const card = { tender_type: 'card', amount: '$5.00' }
    expect(order).toMatchObject({
      pretty_amount: placed.totals.total,
      refunds: [{ amount: placed.totals.total, parts: [card, { tender_type: 'credit_card' }] }],
    })
    // The card's own rows show only the card's movements, without refunds.
    const moved = (await list()).filter((line) => line.card_id && line.ticket_order_id)
    expect(moved.map((line) => [line.pretty_amount, line.refunds])).toEqual([
      ['-$5.00', undefined],
      ['$5.00', undefined],
    ])
  })
})
