import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './support/larder.ts'
import { address, completeOrder, paidOrder } from './support/orders.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, move, placedOrder, vehicle } from './support/placed.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

describe.for(databases)('check-in at the curb [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const checkIn = (id: string, body: object = {}, who: Guest = guest) =>
    who.send<TicketBody & ProblemBody>('PUT', ticketPath(id), { recipient_checked_in: true, ...body })

  it('records since when the guest is here, by the time of the tap @AT-09 @ST-16 @EN-29', async () => {
    const placed = await placedOrder(guest)
    expect(placed.recipient_checked_in).toBe(false)
    larder.clock.advance(20 * 60_000)
    const tapped = iso(larder.clock.now() - 5 * 60_000)
    const here = await checkIn(placed.id, { checked_in_at: tapped, ...vehicle })
    expect(here).toMatchObject({
      status: 200,
      body: { ticket_order: { recipient_checked_in: true, checked_in_at: tapped, vehicle_make: 'Honda' } },
    })
    expect(await guest.ticket('GET', ticketPath(placed.id))).toMatchObject({
      recipient_checked_in: true,
      checked_in_at: tapped,
    })
  })

  it('counts the first tap, however often it is sent', async () => {
    const placed = await placedOrder(guest)
    const first = await checkIn(placed.id, vehicle)
    larder.clock.advance(60_000)
    const second = await checkIn(placed.id, { ...vehicle, vehicle_color: 'green' })
    expect(second.status).toBe(200)
    expect(second.body.ticket_order).toMatchObject({
      checked_in_at: first.body.ticket_order.checked_in_at,
      vehicle_color: 'blue',
    })
    const admin = await administratorOf(larder)
    await move(admin, placed.id, 'Completed')
    expect((await checkIn(placed.id)).status).toBe(200)
  })

  it('is accepted from the device that ordered, not from somebody who has the link', async () => {
    const placed = await placedOrder(guest)
    const friend = await checkIn(placed.id, vehicle, new Guest(larder))
    expect(friend).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('(212) 555-0100') as string },
    })
    expect((await guest.ticket('GET', ticketPath(placed.id))).recipient_checked_in).toBe(false)
    expect((await checkIn(placed.id, vehicle)).status).toBe(200)
  })

  it('accepts no time in the future, and none more than half an hour ago', async () => {
    const placed = await placedOrder(guest)
    larder.clock.advance(60 * 60_000)
    const late = await checkIn(placed.id, {
      checked_in_at: iso(larder.clock.now() - 30 * 60_000 - 1),
      ...vehicle,
    })
    expect(late).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('(212) 555-0100') as string },
    })
    const ahead = await checkIn(placed.id, { checked_in_at: iso(larder.clock.now() + 3_600_000), ...vehicle })
    expect(ahead.body.ticket_order.checked_in_at).toBe(iso(larder.clock.now()))
  })

  it('asks for the missing fields of the vehicle', async () => {
    const placed = await placedOrder(guest, { vehicle_make: 'Honda', vehicle_model: 'Civic' })
    const refused = await checkIn(placed.id, { vehicle_color: ' ' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map((one) => one.field)).toEqual(['vehicle_color', 'vehicle_license'])
    expect((await checkIn(placed.id, { vehicle_color: 'blue', vehicle_license: 'LAR-1040' })).status).toBe(
      200,
    )
  })

  it('says what to do for an order that is delivered, not placed, handed over or cancelled', async () => {
    const admin = await administratorOf(larder)
    const brought = await placedOrder(guest, { use_delivery: true, ...address })
    expect(await checkIn(brought.id, vehicle)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('bring') as string },
    })
    for (const { id } of [await completeOrder(guest), await paidOrder(guest)])
      expect((await checkIn(id, vehicle)).status).toBe(409)
    for (const status of ['Completed', 'Cancelled']) {
      const placed = await placedOrder(guest)
      await move(admin, placed.id, status)
      const refused = await checkIn(placed.id, vehicle)
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('(212) 555-0100') as string },
      })
    }
  })

  it('is allowed only to the member for a member’s order, and makes nobody the owner of a guest’s (X6)', async () => {
    const ada = await SignedIn.as(larder, await addUser(larder))
    const hers = await placedOrder(ada)
    expect((await checkIn(hers.id, vehicle)).status).toBe(404)
    expect((await checkIn(hers.id, vehicle, ada)).status).toBe(200)
    const guests = await placedOrder(guest)
    expect((await checkIn(guests.id, vehicle, ada)).status).toBe(403)
    expect((await checkIn(guests.id, vehicle)).status).toBe(200)
    expect((await guest.send('GET', ticketPath(guests.id))).status).toBe(200)
  })

  it('refuses what is neither a check-in nor a change', async () => {
    const placed = await placedOrder(guest)
    expect((await guest.send('PUT', ticketPath(placed.id), { recipient_checked_in: false })).status).toBe(422)
    expect((await checkIn(placed.id, { checked_in_at: 'just now' })).status).toBe(422)
    expect((await guest.ticket('GET', ticketPath(placed.id))).recipient_checked_in).toBe(false)
  })
})
