import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketChange } from '#db/outbox.ts'
import { saveSnapshot } from '#db/tickets.ts'
import { specOnly } from '../../support/spec-only-api/spec-only.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { add, addCarbonara, addTartufo, change, remove, tip } from '../support/changes.ts'
import { Device, type DeviceOptions } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { faultyNet } from '../support/faulty-net.ts'

/**
 * Specification §7: a tip is an amount. A guest who chose a percentage tips that share of the order as it is when paid,
 * whoever stores the order.
 */
describe('a tip that was chosen as a share', () => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(() => larder.clock.set(dinnerTime))

  const share = (tipCents: number): TicketChange => ({ kind: 'ticket.tip', tipCents, tipPercent: 20 })
  /** A device with a Margherita ($16.00) and a tip of 20 %. */
  async function tipped(options: DeviceOptions = {}) {
    const net = faultyNet(larder.app, tavola.host, specOnly)
    const device = new Device(larder, { net, ...options })
    await device.record(add('a'), share(320))
    await device.drainNow()
    device.net.calls.length = 0
    return device
  }
  const tips = (device: Device) =>
    device.net.calls.flatMap(({ path, body }) =>
      path.endsWith('/tip') ? [(JSON.parse(body ?? '{}') as { tip: number }).tip] : [],
    )
  const tapped = async (device: Device, ...changes: TicketChange[]) => {
    await device.record(...changes)
    expect(await device.drainNow()).toEqual({ left: 0 })
  }

  it('follows each change of the dishes on an API that takes amounts alone', async () => {
    const device = await tipped()
    await tapped(device, addCarbonara('b'))
    expect(await device.view()).toMatchObject({ tipCents: 711, tipPercent: 20, pendingCount: 0 })
    expect((await device.serverTicket()).tip).toBe('$7.11')
    await tapped(device, change('a', 2))
    await tapped(device, remove('b'))
    expect(tips(device)).toEqual([7.11, 10.31, 6.4])
    expect((await device.serverTicket()).totals.tips).toBe('$6.40')
  })

  it('is told once for all that was changed without a network, and shown at once', async () => {
    const device = await tipped()
    device.net.otherwise = () => 'cut-before'
    await device.record(addCarbonara('b'), change('a', 2))
    await device.drain()
    expect(await device.view()).toMatchObject({ tipCents: 1031, tipPercent: 20 })
    device.net.otherwise = () => undefined
    await device.drainNow()
    expect(tips(device)).toEqual([10.31])
  })

  it('follows what was taken where the last of several changes is refused', async () => {
    const device = await tipped()
    await tapped(device, change('a', 2), addTartufo('sold out'))
    expect(tips(device)).toEqual([6.4])
  })

  it('is an amount from then on where one was typed, and where another device gave another one', async () => {
    const device = await tipped()
    await tapped(device, tip(500))
    await tapped(device, change('a', 2))
    expect(tips(device)).toEqual([5])

    const other = await tipped()
    const { row } = await other.active()
    await saveSnapshot(other.db, row.draftId, { ...row.snapshot!, tip: '$4.00' }, larder.clock.now())
    expect((await other.view()).tipPercent).toBeUndefined()
  })

  it('waits while nothing is on the order', async () => {
    const device = await tipped()
    await tapped(device, remove('a'))
    expect(tips(device)).toEqual([])
    await tapped(device, add('c', 2))
    expect(tips(device)).toEqual([6.4])
  })

  it('is the restaurant’s own to follow where its API knows shares', async () => {
    const device = await tipped({ net: faultyNet(larder.app, tavola.host) })
    await tapped(device, addCarbonara('b'))
    expect(tips(device)).toEqual([])
    expect((await device.serverTicket()).tip).toBe('$7.11')
  })
})
