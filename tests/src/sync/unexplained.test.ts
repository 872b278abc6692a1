import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kitchenClosedText } from '#lib/errors/explain.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { add, addCarbonara, tip } from '../support/changes.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { snapshotOf } from '../support/snapshots.ts'

/** Answers that report a failure without a reason. */

describe('a failure without a reason', () => {
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
  const failed = (ticket = snapshotOf()) => ({
    status: 200,
    body: { ticket_order: { ...ticket, has_error: true } },
  })
  const refusals = async () =>
    (await device.active()).row.refusals.map((one) => [one.change.kind, one.messages])

  it('of creating an order says that the kitchen is closed @ER-11', async () => {
    await device.record(add('a'))
    device.net.faults = [failed()]
    expect(await device.drain()).toEqual({ left: 0 })
    expect(await refusals()).toEqual([['item.add', [kitchenClosedText]]])
  })

  it('of adding to one says so, too, and of any other call that it could not be done @ER-11 @ER-05', async () => {
    await device.record(add('a'))
    await device.drain()
    const ticket = await device.serverTicket()
    await device.record(addCarbonara('b'))
    await device.record(tip(100))
    device.net.faults = [failed(ticket), failed(ticket)]
    expect(await device.drain()).toEqual({ left: 0 })
    expect(await refusals()).toEqual([
      ['item.add', [kitchenClosedText]],
      ['ticket.tip', ['This could not be done.']],
    ])
    expect((await device.view()).lines.map((line) => line.lineId)).toEqual(['a'])
  })
})
