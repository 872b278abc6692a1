import { describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import { Guest, type ProblemBody, startTestLarder, submitPath, ticketPath } from './support/larder.ts'
import { merchantsWithOrdering } from './support/merchants.ts'
import { contact, paymentOf, startOrder } from './support/orders.ts'

/** Pickup at the counter only: no delivery and no curbside. */

const neither = { show_delivery_option: false, show_curbside_option: false }

describe.for(databases)('an order that is picked up inside [$name]', (engine) => {
  const at = async (ordering: Readonly<Record<string, boolean>>) => {
    const larder = await startTestLarder(engine, { merchantsDir: merchantsWithOrdering(ordering) })
    return { larder, guest: new Guest(larder) }
  }

  it.each([
    ['there is no other way', neither],
    ['it is offered beside the others', { show_pickup_option: true }],
  ])('is placed where %s', async (_, ordering) => {
    const { larder, guest } = await at(ordering)
    const { id, settings } = await startOrder(guest)
    expect(settings.show_pickup_option).toBe(true)
    const ticket = await guest.ticket('PUT', ticketPath(id), {
      use_delivery: false,
      use_curbside: false,
      ...contact,
    })
    const card = await guest.card('4242424242424242')
    await guest.ticket('POST', ticketPath(id, '/payment'), paymentOf(ticket, card))
    const placed = await guest.ticket('POST', submitPath(id), { phone_number: contact.recipient_phone })
    expect(placed).toMatchObject({ use_delivery: false, use_curbside: false })
    expect(placed.status).not.toBe('PaymentComplete')
    await larder.close()
  })

  it('cannot be placed where pickup is not offered: the guest is asked how to get it', async () => {
    const { larder, guest } = await at({})
    const { id, settings } = await startOrder(guest)
    expect(settings.show_pickup_option).toBe(false)
    const ticket = await guest.ticket('PUT', ticketPath(id), contact)
    const card = await guest.card('4242424242424242')
    const refused = await guest.send<ProblemBody>('POST', ticketPath(id, '/payment'), paymentOf(ticket, card))
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Please choose how you would like to get your order.',
    ])
    await larder.close()
  })
})
