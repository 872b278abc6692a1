import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { checkInLifetimeMs } from '#contract/rules/check-in.ts'
import { ageOf } from '#db/outbox.ts'
import { appendCheckIn, findPlaced, keptOrders, savePlaced } from '#db/placed-orders.ts'
import { wipePersonal } from '#db/wipe.ts'
import { makeAttempt } from '#lib/payments/attempt.ts'
import { readOrder } from '#features/orders/queries.ts'
import { replayWaiting } from '../../../src/sw/replay.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { deviceAtPayment, paymentAttempt, submitAttempt } from '../support/checkout.ts'
import { type Device, nextUuid, testLocks } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { servicesOver } from '../support/services.ts'
import { snapshotOf } from '../support/snapshots.ts'

const who = { locationId: tavola.location, principal: 'guest' }
const vehicle = {
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_color: 'White',
  vehicle_license: 'ABC 1234',
}
const minute = 60_000

/** I'M HERE, from the tap to the server's answer, and the device's copy of the placed order. */
describe('a guest who placed an order', () => {
  let larder: TestLarder
  let device: Device
  let ticketId: string
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    device = await deviceAtPayment(larder)
    await makeAttempt(device.attempts, await paymentAttempt(larder, device))
    const placed = await makeAttempt(device.attempts, await submitAttempt(larder, device))
    if (placed.state !== 'done') throw new Error(`the order was not placed: ${placed.state}`)
    ticketId = placed.ticket.id
    device.net.calls.length = 0
  })
  const known = () => findPlaced(device.db, who, ticketId)
  const onServer = async () =>
    (await device.api.send(ticketEndpoints.getTicket, { params: { id: ticketId } })).ticket_order
  const tap = async () => {
    const now = larder.clock.now()
    const body = {
      recipient_checked_in: true,
      checked_in_at: new Date(now).toISOString(),
      ...vehicle,
    } as const
    await appendCheckIn(device.db, who, { opId: nextUuid(), ticketId, body }, now)
    return now
  }
  const sent = () => device.net.calls.filter((call) => call.method === 'PUT')
  /** Runs the worker, as with no window open. */
  const wakeWorker = () =>
    replayWaiting({
      db: device.db,
      net: device.net,
      base: '/api',
      clock: larder.clock,
      random: () => 0,
      ids: { uuid: nextUuid, secret: nextUuid },
      locks: { withLock: testLocks() },
      bus: { post: () => undefined },
    })

  it('keeps the personal details that later answers leave out, and follows the order’s state @MO-16 @EN-30', async () => {
    const before = (await known())!.row.ticket
    expect(before).toMatchObject({ recipient_first_name: 'Ada', recipient_phone: '2125550147' })
    expect((await onServer()).recipient_first_name ?? '').toBe('')
    await larder.database.query(`UPDATE tickets SET status = 'Preparing' WHERE id = $1`, [ticketId])
    larder.clock.advance(minute)
    await readOrder(servicesOver(device, larder.clock), ticketId)
    const after = (await known())!.row
    expect(after.ticket).toMatchObject({
      status: 'Preparing',
      recipient_first_name: 'Ada',
      recipient_email: 'ada@example.com',
    })
    expect(after.ticket.history?.length).toBeGreaterThan(0)
    expect([after.savedAt, after.elsewhere]).toEqual([larder.clock.now(), undefined])
  })

  it('tells the restaurant once, with the time of the tap and the car, however often it is tapped or sent twice @ST-16 @AT-09 (N2)', async () => {
    const tappedAt = await tap()
    await tap()
    expect(await device.waiting()).toHaveLength(1)
    larder.clock.advance(5 * minute)
    device.net.faults = ['cut-after']
    expect(await device.drain()).toMatchObject({ left: 1 })
    expect((await known())!.checkIn?.change.ticketId).toBe(ticketId)
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect(new Set(sent().map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
    const { row, checkIn } = (await known())!
    expect(checkIn).toBeUndefined()
    expect(row.ticket).toMatchObject({
      recipient_checked_in: true,
      checked_in_at: new Date(tappedAt).toISOString(),
      ...vehicle,
    })
    expect(row.ticket.recipient_first_name).toBe('Ada')
    expect(await onServer()).toMatchObject({
      recipient_checked_in: true,
      checked_in_at: new Date(tappedAt).toISOString(),
    })
  })

  it('may close the page: the worker sends it as a guest', async () => {
    await tap()
    device.net.otherwise = () => 'cut-before'
    await device.drain()
    expect((await onServerAsItIs()).recipient_checked_in).toBe(false)
    device.net.otherwise = () => undefined
    larder.clock.advance(2 * minute)
    expect(await wakeWorker()).toBe(0)
    expect((await known())!.row.ticket.recipient_checked_in).toBe(true)
    expect((await onServer()).recipient_checked_in).toBe(true)
  })
  const onServerAsItIs = async () => {
    const answer = await larder.app.inject({
      url: `/api/location/${tavola.location}/ticketorder/${ticketId}`,
      headers: { host: tavola.host },
    })
    return answer.json<{ ticket_order: { recipient_checked_in: boolean } }>().ticket_order
  }

  it('asks the worker again while there is no signal', async () => {
    await tap()
    device.net.otherwise = () => 'cut-before'
    expect(await wakeWorker()).toBe(1)
    device.net.otherwise = () => undefined
    expect((await known())!.checkIn).toBeDefined()
  })

  it('contains no token, phone or email while it waits', async () => {
    await tap()
    const text = JSON.stringify(await device.waiting())
    expect(text).toContain('ABC 1234')
    for (const secret of ['2125550147', 'ada@example.com', 'Bearer', 'token'])
      expect(text).not.toContain(secret)
  })

  it('reads after half an hour that it was not sent, and may tap again', async () => {
    await tap()
    device.net.otherwise = () => 'cut-before'
    await device.drainNow()
    larder.clock.advance(checkInLifetimeMs + minute)
    device.net.otherwise = () => undefined
    expect(await device.drainNow()).toEqual({ left: 0 })
    const { row, checkIn } = (await known())!
    expect(checkIn).toBeUndefined()
    expect(row.refusal?.messages.join()).toContain('more than 30 minutes ago')
    expect((await onServer()).recipient_checked_in).toBe(false)
    await tap()
    expect((await known())!.row.refusal).toBeUndefined()
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect((await onServer()).recipient_checked_in).toBe(true)
  })

  it('is not blocked by a clock that is set back: the half hour still ends (T5)', async () => {
    await tap()
    device.net.otherwise = () => 'cut-before'
    for (let at = 0; at < 20; at += 1) {
      larder.clock.advance(minute)
      await device.drainNow()
    }
    larder.clock.advance(-3 * 60 * minute)
    await device.drain()
    // A change postponed to a time that is now hours ahead is tried at once.
    expect(device.net.calls.filter((call) => call.method === 'PUT')).toHaveLength(21)
    const [op] = await device.waiting()
    expect(ageOf(op!, larder.clock.now())).toBe(20 * minute)
    larder.clock.advance(11 * minute)
    device.net.otherwise = () => undefined
    await device.drainNow()
    expect((await known())!.row.refusal?.messages.join()).toContain('more than 30 minutes ago')
    expect((await onServer()).recipient_checked_in).toBe(false)
  })

  it('reads why the restaurant refused it', async () => {
    await larder.database.query(`UPDATE tickets SET status = 'Completed' WHERE id = $1`, [ticketId])
    await tap()
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect((await known())!.row.refusal?.messages.join()).toContain('handed over')
  })

  it('reads the refusal, too, from an order that is answered with 200 @EN-25 @ER-05', async () => {
    const ticket = await onServer()
    await tap()
    const error = { message: 'Nobody is at the curb today.' }
    device.net.faults = [{ status: 200, body: { ticket_order: { ...ticket, error } } }]
    expect(await device.drainNow()).toEqual({ left: 0 })
    const { row, checkIn } = (await known())!
    expect([row.refusal?.messages, checkIn]).toEqual([[error.message], undefined])
  })

  it('leaves nothing behind when somebody signs out', async () => {
    await tap()
    await wipePersonal(device.db, who.locationId)
    expect([await known(), await device.waiting()]).toEqual([undefined, []])
  })

  it('keeps the last 20 orders, those that were only looked at too', async () => {
    for (let at = 1; at <= keptOrders; at += 1)
      await savePlaced(device.db, who, snapshotOf({ id: `seen-${at}`, status: 'Submitted' }), dinnerTime + at)
    expect(await device.db.placedOrders.count()).toBe(keptOrders)
    expect(await known()).toBeUndefined()
  })
})
