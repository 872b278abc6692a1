import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LocationAnswer } from '#contract/schemas/location.ts'
import { oneDatabase } from './support/databases.ts'
import {
  dinnerTime,
  grill,
  Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
  ticketPath,
} from './support/larder.ts'
import { completeOrder, margherita, paymentOf } from './support/orders.ts'

describe.for(oneDatabase)('an order outside of the kitchen’s hours [$name]', (engine) => {
  let larder: TestLarder
  let guest: Guest
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    guest = new Guest(larder)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  it('is refused as closed when the kitchen is closed and takes no orders for later @ER-11', async () => {
    const there = new Guest(larder, grill)
    const { id } = await there.ticket('GET', '/location/:loc/ticketorder/create')
    larder.clock.set('2026-11-21T10:00:00Z') // 4:00 in Chicago
    const closed = {
      status: 409,
      body: {
        code: 'kitchen_closed',
        message: 'The kitchen is currently closed and not accepting new orders at this time.',
      },
    }
    expect(await there.send('GET', '/location/:loc/ticketorder/create')).toMatchObject(closed)
    expect(await there.send('POST', ticketPath(id, '/items'), { items: [margherita()] })).toMatchObject(
      closed,
    )
  })

  it('is announced as refused before anything is added: the location says until when @ER-11', async () => {
    const there = new Guest(larder, grill)
    const pauseOf = async (who: Guest) =>
      (await who.send<LocationAnswer>('GET', '/location/:loc')).body.location.order_pause
    expect(await pauseOf(there)).toBeUndefined()
    larder.clock.set('2026-11-21T10:00:00Z') // Saturday 4:00 in Chicago
    expect(await pauseOf(there)).toEqual({ until: '2026-11-21T17:00:00.000Z', reason: 'closed' })
    larder.clock.set('2026-11-23T05:00:00Z') // Sunday 23:00
    expect(await pauseOf(there)).toEqual({ until: '2026-11-23T17:00:00.000Z', reason: 'closed' })
    larder.clock.set('2026-11-23T17:00:00Z')
    expect(await pauseOf(there)).toBeUndefined()
    // This restaurant takes orders for later, so dishes can be added.
    larder.clock.set('2026-11-21T10:00:00Z')
    expect(await pauseOf(guest)).toBeUndefined()
  })

  it('is begun and filled for later while the kitchen is closed, and not paid for now', async () => {
    larder.clock.set('2026-11-21T03:00:00Z') // 22:00 in New York, when the kitchen closes
    const ticket = await completeOrder(guest)
    const card = await guest.card('4242424242424242')
    const pay = () =>
      guest.send<ProblemBody>('POST', ticketPath(ticket.id, '/payment'), paymentOf(ticket, card))
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'kitchen_closed' } })
    const later = { ready_date_v2: '2026-11-21', ready_time_v2: '6:30pm' }
    expect((await guest.send('PUT', ticketPath(ticket.id), later)).status).toBe(200)
    expect((await pay()).status).toBe(200)
  })

  it('is made for a time that ran out while its guest typed, and for none that was gone long before', async () => {
    const soon = { ready_date_v2: '2026-11-20', ready_time_v2: '6:30pm' }
    const begin = async () => {
      larder.clock.set('2026-11-20T23:00:00Z') // 18:00 in New York
      const ticket = await completeOrder(guest)
      expect((await guest.send('PUT', ticketPath(ticket.id), soon)).status).toBe(200)
      return ticket
    }
    const pay = async (ticket: Awaited<ReturnType<typeof begin>>) =>
      guest.send<ProblemBody>(
        'POST',
        ticketPath(ticket.id, '/payment'),
        paymentOf(ticket, await guest.card('4242424242424242')),
      )
    const [quick, slow] = [await begin(), await begin()]
    larder.clock.set('2026-11-20T23:08:00Z')
    // This time can no longer be chosen.
    const late = await completeOrder(guest)
    expect((await guest.send('PUT', ticketPath(late.id), soon)).status).toBe(422)
    expect((await pay(quick)).status).toBe(200)
    larder.clock.set('2026-11-20T23:20:00Z')
    expect(await pay(slow)).toMatchObject({ status: 422, body: { errors: [{ field: 'ready_time_v2' }] } })
  })
})
