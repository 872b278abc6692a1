import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  submitPath,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder, paidOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, move, placedOrder, turn, vehicle } from './support/placed.ts'

const delivery = { use_delivery: true, ...address }
/** Tomorrow at noon: less than 24 hours after dinner time. */
const tomorrow = { ready_date_v2: '2026-11-21', ready_time_v2: '12:00pm' }

describe.for(databases)('changing a placed order [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let admin: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    admin = await administratorOf(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const change = (id: string, body: object, who: Guest = guest) =>
    who.send<TicketBody & ProblemBody>('PUT', ticketPath(id, '/delivery'), body)
  const inKitchen = async (id: string) => (await kitchenOf(admin)).orders.find((one) => one.id === id)

  it('changes address, phone and vehicle while the order waits @AT-18 @EN-28', async () => {
    const placed = await placedOrder(guest, { ...delivery, ...tomorrow })
    expect(placed.status).toBe('Queued')
    const changed = await change(placed.id, {
      recipient_address: '2 Side Street',
      phone_number: '(212) 555-0199',
      recipient_comment: 'ring twice',
    })
    expect(changed.status).toBe(200)
    expect(await inKitchen(placed.id)).toMatchObject({
      recipient_address: '2 Side Street',
      recipient_phone: '2125550199',
      recipient_comment: 'ring twice',
      recipient_city: 'New York',
      totals: placed.totals,
    })
  })

  it('is done by the device that ordered; others with the link may only follow the order', async () => {
    const placed = await placedOrder(guest, { ...delivery, ...tomorrow })
    expect(placed.order_key).toEqual(expect.any(String))
    const friend = new Guest(larder)
    expect((await friend.ticket('GET', ticketPath(placed.id))).order_key).toBeUndefined()
    expect(
      (await friend.send<TicketBody>('POST', submitPath(placed.id), { phone_number: '' })).body.ticket_order
        .order_key,
    ).toBeUndefined()
    expect(JSON.stringify(await kitchenOf(admin))).not.toContain(placed.order_key)
    const refused = {
      status: 403,
      body: { code: 'forbidden', message: expect.stringContaining('(212) 555-0100') as string },
    }
    expect(await change(placed.id, { recipient_address: '2 Side Street' }, friend)).toMatchObject(refused)
    const guess = { headers: { 'x-order-key': 'a guess' } }
    expect(await friend.send('PUT', ticketPath(placed.id, '/delivery'), vehicle, guess)).toMatchObject(
      refused,
    )
    expect(await inKitchen(placed.id)).toMatchObject({ recipient_address: '1 Main Street' })
    expect((await change(placed.id, { recipient_address: '2 Side Street' })).status).toBe(200)
  })

  it('is done with the link of an order from before devices had keys', async () => {
    const placed = await placedOrder(guest, { ...delivery, ...tomorrow })
    await larder.database.query('UPDATE tickets SET order_key = NULL WHERE id = $1', [placed.id])
    expect((await change(placed.id, { recipient_address: '2 Side Street' }, new Guest(larder))).status).toBe(
      200,
    )
  })

  it('is checked like the information step', async () => {
    const placed = await placedOrder(guest, { ...delivery, ...tomorrow })
    const refused = await change(placed.id, {
      recipient_zip: '123',
      recipient_phone: '555',
      recipient_address: ' ',
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map((one) => one.field).toSorted()).toEqual([
      'recipient_address',
      'recipient_phone',
      'recipient_zip',
    ])
    expect(await inKitchen(placed.id)).toMatchObject({
      recipient_zip: '10011',
      recipient_phone: '2125550147',
    })
  })

  it('is refused once the kitchen has the order, with the number to call @ST-15', async () => {
    const placed = await placedOrder(guest)
    const words = { status: 409, body: { message: expect.stringContaining('(212) 555-0100') as string } }
    expect(await change(placed.id, vehicle)).toMatchObject(words)
    await move(admin, placed.id, 'Cancelled')
    expect(await change(placed.id, vehicle)).toMatchObject(words)
    expect((await change((await completeOrder(guest)).id, vehicle)).status).toBe(409)
  })

  it('is allowed on the last day before an order for later is ready, not earlier and not later @BC-20 @ST-15', async () => {
    await turn(admin, false)
    const placed = await placedOrder(guest, { ready_date_v2: '2026-11-22', ready_time_v2: '6:00pm' })
    const at = async (time: string): Promise<number> => {
      larder.clock.set(time)
      return (await change(placed.id, vehicle)).status
    }
    expect([
      await at('2026-11-21T22:59:00Z'),
      await at('2026-11-21T23:00:00Z'),
      await at('2026-11-21T23:01:00Z'),
    ]).toEqual([409, 409, 200])
    expect([await at('2026-11-22T23:00:00Z'), await at('2026-11-22T23:01:00Z')]).toEqual([200, 409])
    await turn(admin, true)
  })

  it('is allowed for an order that is paid for and not placed yet', async () => {
    const paid = await paidOrder(guest)
    expect((await change(paid.id, vehicle)).body.ticket_order).toMatchObject({
      status: 'PaymentComplete',
      ...vehicle,
    })
  })

  it('does not replace the car that the staff were told of @ST-16', async () => {
    const placed = await placedOrder(guest, tomorrow)
    await guest.ticket('PUT', ticketPath(placed.id), { recipient_checked_in: true, ...vehicle })
    expect((await change(placed.id, { vehicle_color: 'green' })).status).toBe(409)
    expect((await change(placed.id, { recipient_comment: 'by the tree', ...vehicle })).status).toBe(200)
    expect(await inKitchen(placed.id)).toMatchObject({ ...vehicle, recipient_comment: 'by the tree' })
  })

  it('is allowed only to the member for a member’s order (X6)', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const placed = await placedOrder(ada, tomorrow)
    expect((await change(placed.id, vehicle)).status).toBe(404)
    expect((await change(placed.id, vehicle, ada)).body.ticket_order).toMatchObject({
      recipient_first_name: 'Ada',
      ...vehicle,
    })
  })
})
