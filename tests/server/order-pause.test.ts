import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import type { KitchenAnswer, OrderPauseBody } from '#contract/schemas/kitchen.ts'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import type { StaffActsAnswer } from '#contract/schemas/staff.ts'
import { endOfDay } from '#server/modules/kitchen/pause.ts'
import { chargedOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  Guest,
  type ProblemBody,
  startSecondServer,
  startTestLarder,
  submitPath,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, paidOrder, paymentOf } from './support/orders.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, kitchenPath, move, placedOrder } from './support/placed.ts'

const visa = '4242424242424242'

const pause = (who: Guest, body: OrderPauseBody) =>
  who.send<KitchenAnswer & ProblemBody>('PUT', `${kitchenPath}/pause`, body)
const pauseOf = async (guest: Guest) =>
  (await guest.send<LocationAnswer>('GET', '/location/:loc')).body.location.order_pause
const slotsOf = (ticket: Awaited<ReturnType<typeof completeOrder>>, date: string): string[] =>
  (ticket.settings.available_order_ahead_time_slots_for_the_future ?? [])
    .filter((day) => day.date === date)
    .flatMap((day) => day.available_time_slots.filter(({ enable }) => enable).map(({ value }) => value))

describe.for(databases)('a pause of new orders [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  let owner: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
    owner = await administratorOf(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await pause(owner, { length: 'none' })
  })
  afterAll(() => larder.close())

  const pay = async (ticket: Awaited<ReturnType<typeof completeOrder>>) =>
    guest.send<ProblemBody>(
      'POST',
      ticketPath(ticket.id, '/payment'),
      paymentOf(ticket, await guest.card(visa)),
    )

  it('refuses orders for as soon as possible before money, says until when and why, and ends by itself', async () => {
    const ticket = await completeOrder(guest)
    larder.clock.advance(20_000)
    const begun = await pause(owner, { length: '30', reason: 'busy', tells_reason: true })
    expect(begun.body.pause).toEqual({
      until: '2026-11-20T23:31:00.000Z',
      reason: 'busy',
      tells_reason: true,
    })
    expect(await pay(ticket)).toMatchObject({
      status: 409,
      body: {
        code: 'kitchen_closed',
        message: 'Tavola is taking no new orders until 6:31pm. The kitchen is very busy right now.',
      },
    })
    expect(await chargedOf(larder, ticket.id)).toEqual([])
    expect(await pauseOf(guest)).toEqual({ until: '2026-11-20T23:31:00.000Z', reason: 'busy' })
    larder.clock.set('2026-11-20T23:30:59Z')
    expect((await pay(ticket)).status).toBe(409)
    larder.clock.set('2026-11-20T23:31:00Z')
    expect(await pauseOf(guest)).toBeUndefined()
    expect((await kitchenOf(owner)).pause).toBeUndefined()
    expect((await pay(ticket)).status).toBe(200)
  })

  it('offers no time whose making would begin during it, and takes those after it', async () => {
    await pause(owner, { length: '60' })
    const ticket = await completeOrder(guest)
    // The pause ends at 7, and the kitchen takes half an hour.
    expect(slotsOf(ticket, '2026-11-20')[0]).toBe('7:30pm')
    const at = (ready_time_v2: string) =>
      guest.send<ProblemBody>('PUT', ticketPath(ticket.id), { ready_date_v2: '2026-11-20', ready_time_v2 })
    expect(await at('7:00pm')).toMatchObject({ status: 422 })
    expect((await at('7:30pm')).status).toBe(200)
    expect((await pay(ticket)).status).toBe(200)
  })

  it('refuses a time that was chosen before it began, and offers it again once it is ended', async () => {
    const ticket = await completeOrder(guest)
    const chosen = { ready_date_v2: '2026-11-20', ready_time_v2: '7:00pm' }
    await guest.ticket('PUT', ticketPath(ticket.id), chosen)
    await pause(owner, { length: '60' })
    expect(await pay(ticket)).toMatchObject({ status: 422, body: { errors: [{ field: 'ready_time_v2' }] } })
    expect((await pause(owner, { length: 'none' })).body.pause).toBeUndefined()
    expect((await pay(ticket)).status).toBe(200)
  })

  it('leaves paid and placed orders as they are', async () => {
    const [paid, placed] = [await paidOrder(guest), await placedOrder(guest)]
    await pause(owner, { length: 'day' })
    expect(await guest.ticket('POST', submitPath(paid.id), { phone_number: '' })).toMatchObject({
      status: 'Submitted',
    })
    expect((await move(owner, placed.id, 'Preparing')).status).toBe(200)
    // An order that is put together now can be placed later.
    expect((await completeOrder(guest)).items).toHaveLength(1)
  })

  it('for the rest of the day ends with the kitchen’s hours, and tomorrow can be chosen', async () => {
    const begun = await pause(owner, { length: 'day', reason: 'equipment' })
    expect(begun.body.pause).toMatchObject({ until: '2026-11-21T03:00:00.000Z', rest_of_day: true })
    // Only the staff see the reason.
    expect(await pauseOf(guest)).toEqual({ until: '2026-11-21T03:00:00.000Z', rest_of_day: true })
    const ticket = await completeOrder(guest)
    expect((await pay(ticket)).body.message).toBe('Tavola is taking no more orders today.')
    expect(slotsOf(ticket, '2026-11-20')).toEqual([])
    expect(slotsOf(ticket, '2026-11-21')[0]).toBe('11:00am')
  })

  it('is the restaurant’s own, changes the location’s ETag, and is written down', async () => {
    const etag = async () => (await guest.send('GET', '/location/:loc')).headers.etag
    const before = await etag()
    await pause(owner, { length: '15', reason: 'short_staffed' })
    expect(await etag()).not.toBe(before)
    const other = await larder.app.inject({
      url: '/api/location/grill-chi',
      headers: { host: 'grill.localhost' },
    })
    expect(other.json<LocationAnswer>().location.order_pause).toBeUndefined()
    await pause(owner, { length: 'none' })
    expect(await etag()).toBe(before)
    const { acts } = (await owner.send<StaffActsAnswer>('GET', '/staff/acts')).body
    expect(acts).toContainEqual(
      expect.objectContaining({ action: 'ordering_paused', about: '15 minutes', reason: 'Short-staffed' }),
    )
    expect(acts.some(({ action }) => action === 'ordering_resumed')).toBe(true)
  })

  it('is known to a server that starts later, and to a second one at its next poll', async () => {
    await pause(owner, { length: '30' })
    const other = await startSecondServer(engine, larder)
    const there = new Guest(other)
    expect(await pauseOf(there)).toMatchObject({ until: new Date(dinnerTime + 30 * minuteMs).toISOString() })
    await pause(owner, { length: 'none' })
    await other.minute()
    expect(await pauseOf(there)).toBeUndefined()
    await other.app.close()
  })
})

describe('the end of a kitchen’s day', () => {
  const hours = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const endsAt = (at: string, kitchenHours: object, specialDays: object[] = []): string =>
    new Date(
      endOfDay(
        {
          kitchen: { hours: { ...hours, ...kitchenHours }, specialDays },
          location: { time_zone: 'America/New_York' },
        } as unknown as Parameters<typeof endOfDay>[0],
        Date.parse(at),
      ),
    ).toISOString()
  const lunchAndDinner = {
    friday: [
      ['11:00', '14:00'],
      ['17:00', '26:00'],
    ],
    saturday: [['17:00', '22:00']],
  }

  it.each([
    ['between two services: the last one’s', '2026-11-20T20:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['past midnight: the night’s that runs', '2026-11-21T06:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['the next morning: that day’s', '2026-11-21T15:00:00Z', '2026-11-22T03:00:00.000Z'],
    ['on a day with none left: midnight', '2026-11-22T04:00:00Z', '2026-11-22T05:00:00.000Z'],
  ])('%s', (_, at, end) => expect(endsAt(at, lunchAndDinner)).toBe(end))

  it('on a day with special hours is the last of those', () => {
    const eve = [{ date: '2026-11-20', hours: [['11:00', '15:00']] }]
    expect(endsAt('2026-11-20T17:00:00Z', lunchAndDinner, eve)).toBe('2026-11-20T20:00:00.000Z')
  })

  it('is right over the change of the clock', () => {
    // Winter time began at 2 a.m. on November 1; the evening before was summer time.
    expect(endsAt('2026-11-01T03:00:00Z', { saturday: [['17:00', '27:00']] })).toBe(
      '2026-11-01T08:00:00.000Z',
    )
  })
})
