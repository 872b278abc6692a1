import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import {
  Guest,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder, contact, paymentOf } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { placedOrder, vehicle } from './support/placed.ts'

/** What a person who only has the link to a guest's order must not read. */
const secrets = ['ada@example.com', '2125550147', '7 Quiet Lane', 'Guest', 'Ada', 'no onions', 'LAR-1040']
/** As whole words: three letters may occur in an id. */
const told = (text: string): string[] => secrets.filter((secret) => new RegExp(`\\b${secret}\\b`).test(text))
const personal = {
  use_delivery: true,
  use_curbside: false,
  ...contact,
  ...address,
  recipient_address: '7 Quiet Lane',
  recipient_comment: 'no onions',
  ...vehicle,
}

describe.for(databases)('whose an order is [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  afterAll(() => larder.close())

  it('is returned to the device that places it, and to nobody with the link (X6)', async () => {
    const ticket = await completeOrder(guest)
    const whole = await guest.ticket('PUT', ticketPath(ticket.id), personal)
    const paid = await guest.ticket(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(whole, await guest.card('4242424242424242')),
    )
    const key = randomUUID()
    const submit = (options: { key?: string } = {}) =>
      guest.send<TicketBody>('POST', submitPath(paid.id), { phone_number: '' }, options)
    const placed = await submit({ key })
    expect(placed.body.ticket_order).toMatchObject({
      recipient_first_name: 'Ada',
      recipient_address: '7 Quiet Lane',
      vehicle_license: 'LAR-1040',
    })
    // A repeat, as after a lost answer, comes from the same device.
    expect((await submit({ key })).body).toEqual(placed.body)
    const stranger = await SignedIn.as(larder, await addUser(larder))
    for (const text of [
      JSON.stringify((await submit()).body),
      JSON.stringify((await guest.send('GET', ticketPath(ticket.id))).body),
      JSON.stringify((await stranger.send('GET', ticketPath(ticket.id))).body),
      JSON.stringify((await stranger.send('POST', submitPath(ticket.id), { phone_number: '' })).body),
      JSON.stringify(
        (await guest.send('GET', `/location/:loc/receipt?type=ticket_order&object_id=${ticket.id}`)).body,
      ),
    ]) {
      expect(text).toContain(placed.body.ticket_order.name)
      expect(told(text)).toEqual([])
    }
    // The stranger's requests have not made the order theirs.
    expect((await guest.send('GET', ticketPath(ticket.id))).status).toBe(200)
  })

  it('is left out of the answers to a check-in and to a change', async () => {
    const placed = await placedOrder(guest, {
      ready_date_v2: '2026-11-21',
      ready_time_v2: '12:00pm',
      recipient_comment: 'no onions',
    })
    const changed = await guest.ticket('PUT', ticketPath(placed.id, '/delivery'), { ...contact, ...vehicle })
    const here = await guest.ticket('PUT', ticketPath(placed.id), { recipient_checked_in: true })
    for (const answer of [changed, here]) expect(told(JSON.stringify(answer))).toEqual([])
    expect(here.recipient_checked_in).toBe(true)
  })

  it('is shown to a member about their own order, everywhere', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const placed = await placedOrder(ada)
    expect(await ada.ticket('GET', ticketPath(placed.id))).toMatchObject({
      recipient_first_name: 'Ada',
      recipient_phone: '2125550147',
    })
    expect((await guest.send('GET', ticketPath(placed.id))).status).toBe(404)
  })
})
