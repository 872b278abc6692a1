import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { es } from '#contract/languages/es.ts'
import { parseCurrency } from '#contract/money.ts'
import { Receipt, type ReceiptAnswer } from '#contract/schemas/receipt.ts'
import { call, guestPayment, home, orderPath, readyOrder, submit, visa } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder, margherita, modifiers, paidOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, place, placedOrder } from './support/placed.ts'

describe.for(databases)('receipts [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let ada: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    const { location, configurations } = larder.directory.findByLabel('tavola')!
    configurations.push({ name: 'preview_location_background_url', value: '/pictures/room.webp' })
    location.address2 = 'Upstairs'
    location.settings.consumer_application_settings['promotional_text'] = '<p>Come back on Tuesday.</p>'
    guest = new Guest(larder)
    ada = await SignedIn.as(larder, await addUser(larder))
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const receipt = (who: Guest, id: string, type = 'ticket_order') =>
    who.send<ReceiptAnswer & ProblemBody>('GET', `/location/:loc/receipt?type=${type}&object_id=${id}`)

  it('has every field of an order filled @AL-05 @EN-36 @EN-08', async () => {
    const line = margherita({ modifiers: modifiers('size-16', 'cut-12', 'top-salami'), quantity: 2 })
    const ticket = await completeOrder(ada, line)
    const later = { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' }
    await ada.ticket('PUT', ticketPath(ticket.id), { use_delivery: true, ...later, ...address })
    await ada.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'WELCOME10' })
    const placed = await place(ada, await ada.ticket('POST', ticketPath(ticket.id, '/tip'), { tip: 5 }))
    larder.clock.advance(60 * 60_000)
    const { status, body } = await receipt(ada, placed.id)
    expect(status).toBe(200)
    expect(endpoints.getReceipt.answer.safeParse(body).success).toBe(true)
    expect(body.receipt).toMatchObject({
      location_image_url: 'data:image/svg+xml,%3Csvg/%3E',
      location_name: 'Tavola',
      location_address1: '1 Main Street',
      location_address2: 'Upstairs',
      location_city: 'New York',
      location_state: 'NY',
      location_zip: '10011',
      location_phone: '(212) 555-0100',
      message: 'Thank you for ordering from Tavola!',
      server_name: 'Online order',
      created_date: '11/20/2026 6:00pm',
      check_number: placed.name,
      check_name: 'Delivery',
      check_link: expect.stringMatching(new RegExp(`^https?://tavola[^/]*/ticket/${placed.id}$`)) as string,
      sub_total: placed.totals.sub_total,
      discounts: placed.totals.discounts,
      shipping_handling: '$4.50',
      tax: placed.totals.tax,
      tips: '$5.00',
      total: placed.totals.total,
      payments: [{ payment_type: 'Visa ending in 4242', payment_amount: placed.totals.total }],
      full_name: 'Ada Guest',
      ready_at: '11/21/2026 6:30pm',
      recipient_address: '1 Main Street, New York, NY 10011',
      support_footer: expect.stringContaining('(212) 555-0100') as string,
      // The restaurant's text about gift cards is only for their buyers.
      location_promotion_text: '',
      location_url: expect.stringMatching(/^https?:\/\/tavola[^/]*\/$/) as string,
    })
    for (const field of Object.keys(Receipt.def.shape).filter((one) => one !== 'location_promotion_text'))
      expect(body.receipt[field as keyof Receipt], field).not.toBe('')
  })

  it('says of itself nothing that a guest who reads Spanish would find in English', async () => {
    const english: string[] = []
    const look = ({ body: { receipt: of } }: Awaited<ReturnType<typeof receipt>>) => {
      const own = [
        of.message,
        of.check_name,
        of.support_footer,
        ...of.payments.map((one) => one.payment_type),
      ]
      english.push(...own.filter((text) => es.translateAnswer(text) === text))
    }
    for (const way of [{ use_curbside: true }, { use_delivery: true, ...address }]) {
      const { id } = await completeOrder(ada, margherita())
      look(await receipt(ada, (await place(ada, await ada.ticket('PUT', ticketPath(id), way))).id))
    }
    const order = await readyOrder(guest)
    await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    look(await receipt(guest, order.id, 'card_order'))
    expect(english).toEqual([])
  })

  it('lists each dish and its choices, which add up to the subtotal @EN-36', async () => {
    const line = margherita({
      modifiers: modifiers('size-16', 'cut-12', 'top-salami', 'no-basil'),
      quantity: 2,
    })
    const placed = await place(guest, await completeOrder(guest, line))
    const { items, sub_total: subTotal } = (await receipt(guest, placed.id)).body.receipt
    expect(items[0]).toMatchObject({ type: 'item', name: 'Margherita', quantity: 2 })
    expect(items.slice(1).every((one) => one.type === 'modifier' && one.name !== '')).toBe(true)
    const cents = items.reduce((sum, one) => sum + (one.price === '' ? 0 : parseCurrency(one.price)), 0)
    expect(cents).toBe(parseCurrency(subTotal))
  })

  it('of a guest’s delivery says to nobody where it went', async () => {
    const { id } = await completeOrder(guest, margherita())
    const placed = await place(
      guest,
      await guest.ticket('PUT', ticketPath(id), { use_delivery: true, ...address }),
    )
    const { body } = await receipt(guest, placed.id)
    expect(body.receipt).toMatchObject({ check_name: 'Delivery', full_name: '' })
    expect(body.receipt).not.toHaveProperty('recipient_address')
  })

  it('says of an order that was cancelled where its money went', async () => {
    const placed = await placedOrder(guest)
    await move(await administratorOf(larder), placed.id, 'Cancelled')
    const { message, payments } = (await receipt(guest, placed.id)).body.receipt
    expect(message).toContain('could not make order')
    expect(message).toContain('$17.42 goes back to Visa ending in 4242')
    // The receipt still lists the payment above its refund once the bank has returned the money.
    await larder.minute()
    const after = (await receipt(guest, placed.id)).body.receipt
    expect(after.refunds).toMatchObject([{ refund_amount: '$17.42' }])
    expect(after.payments).toEqual(payments)
    expect(payments).toEqual([{ payment_type: 'Visa ending in 4242', payment_amount: '$17.42' }])
  })

  it('exists once an order is placed, and is shown only to a person who may see the order (X6)', async () => {
    const refusals = [
      await receipt(guest, (await paidOrder(guest)).id),
      await receipt(guest, (await placedOrder(ada)).id),
      await receipt(guest, 'nothing'),
      await receipt(new Guest(larder, grill), (await placedOrder(guest)).id),
      await receipt(guest, (await placedOrder(guest)).id, 'card_order'),
      await receipt(guest, (await placedOrder(guest)).id, 'something'),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await receipt(guest, 'x', '')).status).toBe(400)
  })

  it('is there for gift cards, without their numbers and whose they are', async () => {
    const order = await readyOrder(guest)
    expect((await receipt(guest, order.id, 'card_order')).status).toBe(404)
    expect((await submit(guest, order.id, guestPayment(order, await guest.card(visa)))).status).toBe(200)
    const { body } = await receipt(guest, order.id, 'card_order')
    expect(body.receipt).toMatchObject({
      items: [{ type: 'item', name: 'Tavola gift card', quantity: 1, price: '$25.00' }],
      total: '$25.00',
      payments: [{ payment_type: 'Visa ending in 4242', payment_amount: '$25.00' }],
      full_name: '',
      tax: '$0.00',
    })
    const { card_order: bought } = (await call(guest, 'GET', orderPath(order.id))).body
    expect(JSON.stringify(body)).not.toContain(bought.items[0]!.cards![0]!.card_number)
  })

  it('of a guest’s gift cards is handed on without what shows and changes them', async () => {
    for (const type of ['Purchase', 'SendEmail'] as const) {
      const order = await readyOrder(guest, type)
      const { card_order: paid } = (
        await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
      ).body
      const link = new URL(paid.receipt!, 'http://tavola.test').searchParams
      expect([link.get('type'), paid.receipt]).toEqual(['card_order', expect.not.stringContaining(order.id)])
      const employer = new Guest(larder)
      const { status, body } = await receipt(employer, link.get('object_id')!, 'card_order')
      expect([status, body.receipt.total]).toEqual([200, '$25.00'])
      expect(body.receipt.check_link).toMatch(
        new RegExp(`^https?://tavola[^/]*/receipt\\?.*${link.get('object_id')}$`),
      )
      expect(JSON.stringify(body)).not.toContain(order.id)
      const inLink = new URL(body.receipt.check_link).searchParams.get('object_id')!
      for (const id of [link.get('object_id')!, inLink, body.receipt.check_number]) {
        expect((await call(employer, 'GET', orderPath(id))).status).toBe(404)
        expect(
          (await call(employer, 'PUT', orderPath(id, '/gift'), { recipient_email: 'eve@example.com' }))
            .status,
        ).toBe(404)
      }
      // Links that were sent before still open, and show as little.
      const earlier = (await receipt(guest, order.id, 'card_order')).body
      expect(earlier).toEqual(body)
    }
  })

  it('of a member’s gift cards is shown only to the member (X6)', async () => {
    const order = await readyOrder(ada)
    const { card_order: paid } = (
      await submit(ada, order.id, { amount: 25, payment_source: await ada.card(visa) })
    ).body
    const id = new URL(paid.receipt!, 'http://tavola.test').searchParams.get('object_id')!
    expect((await receipt(ada, id, 'card_order')).status).toBe(200)
    expect((await receipt(guest, id, 'card_order')).status).toBe(404)
  })

  it('of a gift shows the day on which it was paid, also after its giver changed it', async () => {
    const order = await readyOrder(guest, 'SendEmail')
    await submit(guest, order.id, guestPayment(order, await guest.card(visa)))
    const paid = (await receipt(guest, order.id, 'card_order')).body.receipt.created_date
    larder.clock.advance(2 * 24 * 60 * 60_000)
    const change = { personal_message: 'See you there.' }
    // It cannot be changed while it is being sent.
    await expect
      .poll(async () => (await call(guest, 'PUT', orderPath(order.id, '/gift'), change)).status)
      .toBe(200)
    expect((await receipt(guest, order.id, 'card_order')).body.receipt.created_date).toBe(paid)
  })

  it('is there for cards by post, with the postage', async () => {
    const items = [{ item: 'giftcard', price: 50, quantity: 1 }]
    const started = await ada.send<{ physical_order: { id: string } }>(
      'POST',
      '/location/:loc/physicalcard/start',
      { items },
    )
    const { id } = started.body.physical_order
    const body = { items, status: 'Submit', ...home, amount: 54.95, payment_source: await ada.card(visa) }
    const { body: paid } = await ada.send<{ physical_order: { receipt: string } }>(
      'PUT',
      `/location/:loc/physicalcard/${id}`,
      body,
    )
    const link = new URL(paid.physical_order.receipt, 'http://tavola.test').searchParams
    expect([link.get('type'), link.get('object_id')]).toEqual([
      'physical_order',
      expect.not.stringContaining(id),
    ])
    expect((await receipt(ada, link.get('object_id')!, 'physical_order')).body.receipt).toMatchObject({
      shipping_handling: '$4.95',
      total: '$54.95',
      items: [{ name: 'Tavola card by post', price: '$50.00' }],
    })
  })
})
