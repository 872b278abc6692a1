import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refreshTicket } from '#app/refresh-ticket.ts'
import { makeAttempt } from '#lib/payments/attempt.ts'
import { outboxLock } from '#lib/sync/drain.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { deviceAtPayment, listCharges, paymentAttempt } from '../support/checkout.ts'
import type { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { servicesOver } from '../support/services.ts'

const hour = 60 * 60 * 1000
const staleMs = 5 * 60 * 1000

describe('a phone that slept for eight hours in the middle of checkout (P9)', () => {
  let larder: TestLarder
  let device: Device
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    taxOf('0.08875')
    device = await deviceAtPayment(larder)
    await device.record({
      kind: 'ticket.update',
      body: { ready_date_v2: '2026-11-20', ready_time_v2: '7:00pm' },
    })
    await device.drain()
    device.net.calls.length = 0
  })
  const taxOf = (taxRate: string): void =>
    larder.change('tavola', (document) => ({ ...document, ordering: { ...document.ordering, taxRate } }))
  const sleep = (): void => {
    larder.clock.advance(8 * hour)
    taxOf('0.1')
  }
  const wake = () => refreshTicket(servicesOver(device, larder.clock), staleMs)
  const timesOf = async (date: string): Promise<string[]> =>
    (await device.view())
      .snapshot!.settings.available_order_ahead_time_slots_for_the_future.filter((day) => day.date === date)
      .flatMap((day) => day.available_time_slots.map(({ value }) => value))

  it('shows the current totals and times when it wakes, before anything is paid', async () => {
    expect([(await device.view()).totals.dueCents, await timesOf('2026-11-20')]).toEqual([
      1982,
      expect.arrayContaining(['7:00pm']),
    ])
    sleep()
    await wake()
    expect([(await device.view()).totals.dueCents, await timesOf('2026-11-20')]).toEqual([2000, []])
    expect(device.net.calls).toHaveLength(1)
  })

  it('does not refresh while a change waits, which would show twice', async () => {
    await device.record({ kind: 'ticket.tip', tipCents: 300 })
    sleep()
    await wake()
    expect(device.net.calls).toEqual([])
  })

  it('does not refresh beside a running sender', async () => {
    sleep()
    let finish = (): void => undefined
    const sending = device.attempts.withLock(
      outboxLock(tavola.location),
      () => new Promise<void>((resolve) => (finish = resolve)),
    )
    const woken = wake()
    for (let look = 0; look < 5; look++) await device.view()
    expect(device.net.calls).toEqual([])
    finish()
    await Promise.all([sending, woken])
    expect(device.net.calls).toHaveLength(1)
  })

  it('and is tapped before it has checked is charged nothing: the restaurant checks itself', async () => {
    sleep()
    const attempt = await paymentAttempt(larder, device)
    expect(await makeAttempt(device.attempts, attempt)).toMatchObject({ state: 'refused' })
    expect(await listCharges(larder, attempt.serverId)).toEqual([])
  })

  it('is not refreshed at every glance: a recent order is left as it is', async () => {
    larder.clock.advance(staleMs - 1)
    await wake()
    expect(device.net.calls).toEqual([])
  })
})
