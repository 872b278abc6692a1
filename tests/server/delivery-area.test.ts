import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import { databases } from './support/databases.ts'
import {
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { address, contact, dollars, paymentOf, startOrder } from './support/orders.ts'
import { placedOrder } from './support/placed.ts'

const delivery = { use_delivery: true, ...contact, ...address }
const glacierRoad = {
  recipient_address: '1 Glacier Road',
  recipient_city: 'Anchorage',
  recipient_state: 'AK',
  recipient_zip: '99501',
}
const refusal = (zip: string, instead = ' You can pick it up instead.') => ({
  status: 422,
  body: {
    code: 'bad_request',
    errors: [{ field: 'recipient_zip', message: `We don’t deliver to ${zip} yet.${instead}` }],
  },
})

describe.for(databases)('where a restaurant delivers [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  const change = (ordering: Partial<MerchantDocument['ordering']>): void =>
    larder.change('tavola', (document) => ({ ...document, ordering: { ...document.ordering, ...ordering } }))
  const deliverTo = (...deliveryZips: string[]): void => change({ deliveryZips })
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => change({ deliveryZips: ['10011', '10001'], showCurbside: true }))
  afterAll(() => larder.close())

  const update = (id: string, body: object, path = '') =>
    guest.send<TicketBody & ProblemBody>('PUT', ticketPath(id, path), body)
  const pay = async (ticket: TicketOrder) =>
    guest.send<TicketBody & ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(ticket, await guest.card('4242424242424242')),
    )
  const complete = async (changes: object = {}): Promise<TicketOrder> => {
    const { id } = await startOrder(guest)
    return guest.ticket('PUT', ticketPath(id), { ...delivery, ...changes })
  }
  const charges = () => larder.database.query(`SELECT id FROM sandbox_objects WHERE kind = 'payment_intent'`)

  it('is part of every order, and left out where it is unlimited', async () => {
    const { id, settings } = await startOrder(guest)
    expect(settings.delivery_zips).toEqual(['10011', '10001'])
    change({ deliveryZips: undefined })
    expect('delivery_zips' in (await guest.ticket('GET', ticketPath(id))).settings).toBe(false)
  })

  it('is everywhere when nothing is set: any address is accepted', async () => {
    change({ deliveryZips: undefined })
    const ticket = await complete(glacierRoad)
    expect((await pay(ticket)).status).toBe(200)
  })

  it.each(['10011', ' 10001 ', '10011-1234', '100011234'])('takes the zip code %j', async (zip) => {
    const { recipient_zip } = await complete({ recipient_zip: zip })
    expect(recipient_zip).toBe(zip.trim().slice(0, 5))
  })

  it('refuses an address outside at its zip code when it is saved, and keeps the earlier one', async () => {
    const { id } = await complete()
    expect(await update(id, glacierRoad)).toMatchObject(refusal('99501'))
    expect(await update(id, { recipient_zip: '99501-0001' })).toMatchObject(refusal('99501'))
    expect(await guest.ticket('GET', ticketPath(id))).toMatchObject(address)
    change({ showCurbside: false, showPickup: false })
    expect(await update(id, glacierRoad)).toMatchObject(refusal('99501', ''))
    change({ showPickup: undefined })
  })

  it('does not check the address of a pickup order, and does before payment once it is a delivery', async () => {
    const { id } = await startOrder(guest)
    const saved = await guest.ticket('PUT', ticketPath(id), {
      use_curbside: true,
      ...contact,
      ...glacierRoad,
    })
    expect(saved.recipient_zip).toBe('99501')
    const delivered = await guest.ticket('PUT', ticketPath(id), { use_delivery: true })
    const before = await charges()
    expect(await pay(delivered)).toMatchObject(refusal('99501'))
    expect(await charges()).toEqual(before)
    const picked = await guest.ticket('PUT', ticketPath(id), { use_delivery: false, use_curbside: true })
    expect((await pay(picked)).status).toBe(200)
  })

  it('that has changed since the address was saved stops a payment before any money moves', async () => {
    const ticket = await complete()
    deliverTo('10014')
    const before = await charges()
    expect(await pay(ticket)).toMatchObject(refusal('10011'))
    expect(await charges()).toEqual(before)
    expect(await guest.ticket('GET', ticketPath(ticket.id))).toMatchObject({ status: 'Open', payments: [] })
    // The guest is asked again, with the current delivery area.
    const moved = await guest.ticket('PUT', ticketPath(ticket.id), { recipient_zip: '10014' })
    expect((await pay(moved)).status).toBe(200)
  })

  it('also stops an order with nothing due from being placed', async () => {
    larder.change('tavola', (document) => ({
      ...document,
      promoCodes: [{ code: 'ALL', discount: { percent: 100 }, minimumCents: 0 }],
      ordering: { ...document.ordering, deliveryChargeCents: 0 },
    }))
    const { id } = await complete()
    const free = await guest.ticket('POST', ticketPath(id, '/promocode'), { promo_code: 'ALL' })
    expect(dollars(free.totals.due)).toBe(0)
    deliverTo('10014')
    expect(await guest.send('POST', submitPath(id), { phone_number: '' })).toMatchObject(refusal('10011'))
    deliverTo('10011')
    const placed = await guest.ticket('POST', submitPath(id), { phone_number: '' })
    expect(placed.name).not.toBe('')
    change({ deliveryChargeCents: 450 })
  })

  it('that has changed since an order was paid for does not affect it: it is placed as it is', async () => {
    const paid = await pay(await complete())
    deliverTo('10014')
    const placed = await guest.ticket('POST', submitPath(paid.body.ticket_order.id), { phone_number: '' })
    expect(placed).toMatchObject({ use_delivery: true, ...address })
    expect(placed.status).not.toBe('PaymentComplete')
  })

  it('that has changed since an order was placed accepts its zip code; another must be inside', async () => {
    const placed = await placedOrder(guest, {
      ...delivery,
      ready_date_v2: '2026-11-21',
      ready_time_v2: '12:00pm',
    })
    deliverTo('10014')
    const nextDoor = { ...address, recipient_address: '2 Main Street' }
    expect((await update(placed.id, nextDoor, '/delivery')).status).toBe(200)
    // A placed order can no longer be changed to pickup, so the message does not offer it.
    expect(await update(placed.id, glacierRoad, '/delivery')).toMatchObject(refusal('99501', ''))
    expect((await update(placed.id, { recipient_zip: '10014' }, '/delivery')).status).toBe(200)
  })
})
