import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { saveSnapshot } from '#db/tickets.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { add, addCarbonara, change, delivery, tip } from '../support/changes.ts'
import { Device, nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'

/** The estimate on a device without a signal equals the server's answer, to the cent. */
describe('an estimate and the answer to it', () => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())

  async function expectSame(device: Device): Promise<void> {
    const { totals: estimate } = await device.view()
    expect(estimate.estimated).toBe(true)
    expect(await device.drainNow()).toEqual({ left: 0 })
    const { totals } = await device.view()
    expect(totals.estimated).toBe(false)
    expect({ ...estimate, estimated: false }).toEqual(totals)
  }

  it('are equal for whatever was tapped', async () => {
    const quantity = fc.integer({ min: 1, max: 10 })
    const journey = fc.record({
      first: quantity,
      second: quantity,
      changed: fc.option(quantity),
      way: fc.boolean(),
      cents: fc.nat(5000),
    })
    const property = fc.asyncProperty(journey, async ({ first, second, changed, way, cents }) => {
      larder.clock.set(dinnerTime)
      const device = new Device(larder)
      await device.record(add('a', first))
      await expectSame(device)
      await device.record(
        addCarbonara('b', second),
        ...(changed === null ? [] : [change('a', changed)]),
        delivery(way),
        tip(cents),
      )
      await expectSame(device)
    })
    await fc.assert(property, { numRuns: 25 })
  })

  it('are equal under a promo code that takes an amount off', async () => {
    larder.clock.set(dinnerTime)
    const device = new Device(larder)
    await device.record(add('a', 2))
    await device.drain()
    const { draftId, ticketId } = await device.view()
    const { ticket_order } = await device.api.send(endpoints.applyPromoCode, {
      params: { id: ticketId! },
      body: { promo_code: 'FIVEOFF' },
      key: nextUuid(),
    })
    await saveSnapshot(device.db, draftId, ticket_order, larder.clock.now())
    expect((await device.view()).totals.discountCents).toBe(500)
    await device.record(add('b'), tip(200))
    await expectSame(device)
  })
})
