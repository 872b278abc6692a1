import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findAttempt } from '#db/attempts.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { makeAttempt, resolveAttempt } from '#lib/payments/attempt.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody } from '../../server/support/members.ts'
import { add } from '../support/changes.ts'
import { deviceAtPayment, listCharges, paymentAttempt, submitAttempt } from '../support/checkout.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

describe('a device with no room left but for its pictures', () => {
  let larder: TestLarder
  let names: string[]
  /** The database accepts nothing while the pictures use the space. */
  const refuse = (): void => {
    if (names.includes('larder-pictures')) throw new DOMException('full', 'QuotaExceededError')
  }

  beforeAll(async () => (larder = await startTestLarder(embedded, { verification: everybody })))
  afterAll(() => larder.close())
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    names = ['workbox-precache-v2', 'larder-pictures']
    vi.stubGlobal('caches', {
      delete: async (name: string) => names.includes(name) && names.splice(names.indexOf(name), 1).length > 0,
    })
    onTestFinished(() => void vi.unstubAllGlobals())
  })

  it('stores a tapped dish and the restaurant’s answer in place of the pictures (D1)', async () => {
    const tab = await Tab.open(new Phone(larder))
    tab.db.outbox.hook('creating', refuse)
    await tab.record(add('a'))
    expect([(await tab.waiting()).length, names]).toEqual([2, ['workbox-precache-v2']])
    names.push('larder-pictures')
    tab.db.tickets.hook('updating', refuse)
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect((await tab.active())?.row.snapshot?.items).toHaveLength(1)
  })

  it('stores a payment in progress and the order that it placed in place of the pictures (D1)', async () => {
    const device = await deviceAtPayment(larder)
    device.db.paymentAttempts.hook('creating', refuse)
    const paid = await makeAttempt(device.attempts, await paymentAttempt(larder, device))
    expect([paid.state, names]).toEqual(['done', ['workbox-precache-v2']])
    const row = await submitAttempt(larder, device)
    names.push('larder-pictures')
    device.db.placedOrders.hook('creating', refuse)
    device.db.paymentAttempts.hook('creating').unsubscribe(refuse)
    expect((await makeAttempt(device.attempts, row)).state).toBe('done')
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect((await findLastPlaced(device.db, tavola.location, 'guest'))?.ticketId).toBe(row.serverId)
  })

  it('where pictures do not help either an order is placed by the server’s word, and kept once there is room', async () => {
    names = []
    const device = await deviceAtPayment(larder)
    await makeAttempt(device.attempts, await paymentAttempt(larder, device))
    const row = await submitAttempt(larder, device)
    const full = (): void => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    device.db.placedOrders.hook('creating', full)
    expect((await makeAttempt(device.attempts, row)).state).toBe('done')
    expect(await findLastPlaced(device.db, tavola.location, 'guest')).toBeUndefined()
    device.db.placedOrders.hook('creating').unsubscribe(full)
    // Its attempt stays until then, so that nothing else can be paid on this order.
    expect((await findAttempt(device.db, row.payableId))?.key).toBe(row.key)
    expect((await resolveAttempt(device.attempts, row.payableId))?.state).toBe('done')
    expect(await findAttempt(device.db, row.payableId)).toBeUndefined()
    expect((await findLastPlaced(device.db, tavola.location, 'guest'))?.ticketId).toBe(row.serverId)
    expect(await listCharges(larder, row.serverId)).toHaveLength(1)
  })

  it('a browser without the Cache API says what it cannot write', async () => {
    vi.stubGlobal('caches', undefined)
    const tab = await Tab.open(new Phone(larder))
    tab.db.outbox.hook('creating', refuse)
    await expect(tab.record(add('a'))).rejects.toThrow('full')
  })
})
