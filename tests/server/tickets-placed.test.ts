import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { completeOrder, contact, margherita, paidOrder, paymentOf, startOrder } from './support/orders.ts'

describe.for(databases)('placing a ticket order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  it('submits a paid order with a number, and answers the same again @AT-16 @EN-25', async () => {
    const unpaid = await completeOrder(guest)
    expect(await guest.problem('POST', submitPath(unpaid.id), { phone_number: '' })).toMatchObject({
      status: 409,
      code: 'payment_incomplete',
    })
    const paid = await paidOrder(guest)
    const placed = await guest.ticket('POST', submitPath(paid.id), { phone_number: '2125550147' })
    expect(placed).toMatchObject({ status: 'Submitted', success_message: { header: 'Thank you!' } })
    expect(placed.name).toMatch(/^T-1\d{3}$/)
    expect(placed.success_message!.message).toContain(placed.name)
    const again = await guest.ticket('POST', submitPath(paid.id), { phone_number: '2125550147' })
    // Under another key the call may come from another device, which gets neither the guest's details nor the order's key.
    expect(again.order_key).toBeUndefined()
    expect({ ...again, ...contact, recipient_phone: '2125550147', order_key: placed.order_key }).toEqual(
      placed,
    )
    expect(
      await guest.problem('POST', ticketPath(paid.id, '/items'), { items: [margherita()] }),
    ).toMatchObject({
      status: 409,
      code: 'already_submitted',
    })
    const next = await paidOrder(guest)
    expect((await guest.ticket('POST', submitPath(next.id), { phone_number: '' })).name).not.toBe(placed.name)
  })

  it('queues an order for later', async () => {
    const ticket = await completeOrder(guest)
    const later = await guest.ticket('PUT', ticketPath(ticket.id), {
      ready_date_v2: '2026-11-21',
      ready_time_v2: '7:30pm',
    })
    await guest.ticket(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(later, await guest.card('4242424242424242')),
    )
    const placed = await guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })
    expect(placed.status).toBe('Queued')
    expect(placed.success_message!.message).toContain('11/21/2026 at 7:30pm')
  })

  it('places an order that a promo code paid for whole', async () => {
    const ticket = await completeOrder(guest)
    expect(
      await guest.ticket('POST', ticketPath(ticket.id, '/promocode'), { promo_code: 'EVERYTHING' }),
    ).toMatchObject({
      totals: { due: '$0.00', discounts: '-$16.00' },
    })
    expect((await guest.ticket('POST', submitPath(ticket.id), { phone_number: '' })).status).toBe('Submitted')
  })

  it('does not place an order without a person, a way to hand it over, or dishes', async () => {
    const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
    expect(await guest.problem('POST', submitPath(id), { phone_number: '' })).toMatchObject({
      status: 422,
      field: 'items',
    })
    const ticket = await startOrder(guest)
    expect(await guest.problem('POST', submitPath(ticket.id), { phone_number: '' })).toMatchObject({
      status: 422,
      field: 'use_delivery',
    })
    await guest.ticket('PUT', ticketPath(ticket.id), { use_curbside: true })
    const { status, body } = await guest.send<ProblemBody>('POST', submitPath(ticket.id), {
      phone_number: '',
    })
    expect(status).toBe(422)
    expect(body.errors.map((one) => one.field)).toEqual([
      'recipient_first_name',
      'recipient_last_name',
      'recipient_phone',
      'recipient_email',
    ])
  })
})
