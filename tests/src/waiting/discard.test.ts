import Dexie from 'dexie'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { discardChange, listWaitingOf } from '#db/waiting.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { add, addCarbonara, change, delivery, remove, tip } from '../support/changes.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'

const who = { locationId: tavola.location, principal: 'guest' }

/** Discarding changes that have not been sent (docs/design/durable-changes.md). */
describe('a change that waits', () => {
  let larder: TestLarder
  let device: Device
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    device = new Device(larder)
  })
  const kinds = async (): Promise<string[]> =>
    (await listWaitingOf(device.db, who)).changes.map(({ change: { kind } }) => kind)
  const discard = (opId: string) => discardChange(device.db, who, opId)
  const names = async (): Promise<string[]> => (await device.serverTicket()).items.map(({ name }) => name)

  it('is never sent once it was discarded, and the others are', async () => {
    await device.record(add('a', 2))
    const carbonara = await device.record(addCarbonara('b'))
    await device.record(delivery(true))
    expect(await discard(carbonara)).toBe('discarded')
    await device.drain()
    expect([await names(), await kinds()]).toEqual([['Margherita'], []])
  })

  it('takes those with it that stand on it, and no others', async () => {
    await device.record(add('a', 2))
    const carbonara = await device.record(addCarbonara('b'))
    await device.record(change('b', 3))
    await device.record(change('a', 4))
    await device.record(remove('b'))
    expect(await discard(carbonara)).toBe('discarded')
    expect(await kinds()).toEqual(['ticket.create', 'item.add', 'item.change'])
    await device.drain()
    expect((await device.serverTicket()).items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Margherita', 4],
    ])
  })

  it('shows the order as the restaurant has it when a change of it is discarded', async () => {
    await device.record(add('a', 2))
    await device.drain()
    const changed = await device.record(change('a', 5))
    const tipped = await device.record(tip(250))
    expect(await discard(changed)).toBe('discarded')
    expect((await device.view()).lines.map(({ quantity }) => quantity)).toEqual([2])
    expect(await kinds()).toEqual(['ticket.tip'])
    expect(await discard(tipped)).toBe('discarded')
    expect(await kinds()).toEqual([])
  })

  it('leaves no empty order behind when it was all there was', async () => {
    const only = await device.record(add('a'))
    expect(await discard(only)).toBe('discarded')
    expect([await kinds(), await device.db.tickets.count()]).toEqual([[], 0])
    expect(await device.drain()).toEqual({ left: 0 })
    expect(device.net.calls).toEqual([])
  })

  it('stays when it has left the device: it may have taken effect', async () => {
    const added = await device.record(add('a'))
    device.net.otherwise = ({ path }) => (path.endsWith('/items') ? 'cut-after' : undefined)
    await device.drain()
    expect(await discard(added)).toBe('left')
    device.net.otherwise = () => undefined
    await device.drainNow()
    expect([await names(), await discard(added)]).toEqual([['Margherita'], 'gone'])
  })

  it('that is discarded between being looked at and leaving is not sent', async () => {
    await device.record(add('a'))
    await device.drain()
    const second = await device.record(addCarbonara('b'))
    // The sender has read the change and looks up its order.
    let discarding: Promise<unknown> | undefined
    const takeBack = (row: unknown): unknown => {
      discarding ??= Dexie.ignoreTransaction(() => discard(second))
      return row
    }
    device.db.tickets.hook('reading', takeBack)
    await device.drain()
    device.db.tickets.hook('reading').unsubscribe(takeBack)
    expect([await discarding, await names(), await kinds()]).toEqual(['discarded', ['Margherita'], []])
  })

  it('of somebody else is not to be discarded', async () => {
    const added = await device.record(add('a'))
    expect(await discardChange(device.db, { ...who, principal: 'somebody' }, added)).toBe('gone')
    expect(await kinds()).toEqual(['ticket.create', 'item.add'])
  })
})
