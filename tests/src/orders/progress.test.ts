import { describe, expect, it, vi } from 'vitest'
import { serverTime } from '#lib/ports/server-clock.ts'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { mergeDetails } from '#db/placed-orders.ts'
import {
  isTimeToArrive,
  listVehicleProblems,
  mayCheckIn,
  minutesUntilReady,
} from '#contract/rules/check-in.ts'
import { progressOf } from '#features/orders/progress.ts'
import { snapshotOf } from '../support/snapshots.ts'

const event = (status: string, display: string) => ({ status, at: '2026-11-20T23:00:00.000Z', display })
const stepsOf = (status: string, history: ReturnType<typeof event>[] = []) =>
  progressOf(snapshotOf({ status, history })).steps.map((step) => [step.status, step.state, step.time])

describe('where an order stands', () => {
  it('goes from submitted to completed, each with its time @EN-30', () => {
    expect(
      stepsOf('Ready', [
        event('Submitted', '6:00pm'),
        event('Preparing', '6:05pm'),
        event('Ready', '6:20pm'),
      ]),
    ).toEqual([
      ['Submitted', 'done', '6:00pm'],
      ['Preparing', 'done', '6:05pm'],
      ['Ready', 'now', '6:20pm'],
      ['Completed', 'later', undefined],
    ])
    expect(progressOf(snapshotOf({ status: 'Completed' })).isOver).toBe(true)
    expect(stepsOf('Completed').map(([, state]) => state)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('says that it waits in line, and that its money is given back', () => {
    expect(stepsOf('Queued', [event('Queued', '5:00pm')])[0]).toEqual(['Submitted', 'now', '5:00pm'])
    // The first step shows only the time when the guest ordered.
    expect(stepsOf('Preparing', [event('Queued', '5:00pm'), event('Submitted', '6:00pm')])[0]).toEqual([
      'Submitted',
      'done',
      '5:00pm',
    ])
    expect(progressOf(snapshotOf({ status: 'Queued' })).words).toContain('In line')
    const cancelled = progressOf(
      snapshotOf({
        status: 'Cancelled',
        history: [event('Submitted', '6:00pm'), event('Cancelled', '6:10pm')],
      }),
    )
    expect([cancelled.words, cancelled.isOver]).toEqual([
      'This order was canceled. You’ll get back what you paid.',
      true,
    ])
    const part = { display_name: 'Visa ending in 4242', tender_type: 'credit_card', amount: '$7.00' } as const
    const rest = { id: 'r1', at: '', display: '', amount: '$7.00', reason: 'cancelled', items: [] }
    for (const dispute of ['open', 'lost'] as const) {
      const refund = { ...rest, tip: '$0.00', delivery: '$0.00', parts: [{ ...part, dispute }] }
      const disputed = snapshotOf({ status: 'Cancelled', refunds: [refund] })
      expect(progressOf(disputed).words).toBe('This order was canceled.')
    }
    expect(cancelled.steps.map((step) => [step.label, step.time])).toEqual([
      ['Ordered', '6:00pm'],
      ['Canceled', '6:10pm'],
    ])
  })

  it('shows an unknown status as it is, and waits for nothing more', () => {
    expect(progressOf(snapshotOf({ status: 'Handed to the courier' }))).toMatchObject({
      words: 'Handed to the courier',
      isOver: true,
    })
  })
})

describe('a time of the restaurant’s', () => {
  const now = Date.parse('2026-11-20T23:00:00.000Z')
  it('names its zone for a reader in another zone, and not for one with the same clock (T4)', () => {
    expect(zoneLabel('America/New_York', now, 'Europe/Berlin')).toBe(' (New York time)')
    expect(zoneLabel('America/New_York', now, 'America/Toronto')).toBe('')
  })

  it('names its zone when the device does not know its own, and stays readable (T4)', () => {
    const options = new Intl.DateTimeFormat('en-US').resolvedOptions()
    const asked = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ ...options, timeZone: 'Etc/Unknown' })
    try {
      expect(zoneLabel('America/New_York', now)).toBe(' (New York time)')
    } finally {
      asked.mockRestore()
    }
  })

  it('comes from the server’s clock, whatever this device’s clock says (T1)', () => {
    noteServerDate('Fri, 20 Nov 2026 23:00:00 GMT', Date.parse('2025-11-20T23:00:00.000Z'))
    expect(serverTime(Date.parse('2025-11-20T23:05:00.000Z'))).toBe(now + 5 * 60_000)
    noteServerDate('not a date', now)
    expect(serverTime(Date.parse('2025-11-20T23:05:00.000Z'))).toBe(now + 5 * 60_000)
    // The time that the answer was under way does not count.
    noteServerDate('Fri, 20 Nov 2026 23:00:00 GMT', now + 3000)
    expect(serverTime(now)).toBe(now)
  })
})

describe('what a newer answer tells of a placed order', () => {
  const own = snapshotOf({
    status: 'Submitted',
    recipient_first_name: 'Ada',
    recipient_address2: 'Apt 3',
    recipient_checked_in: true,
  })

  it('never puts blanks in the place of a guest’s details', () => {
    const blank = snapshotOf({
      status: 'Ready',
      recipient_first_name: '',
      recipient_address2: '',
      recipient_checked_in: false,
    })
    expect(mergeDetails(own, blank)).toMatchObject({
      status: 'Ready',
      recipient_first_name: 'Ada',
      recipient_address2: 'Apt 3',
      recipient_checked_in: true,
    })
    expect(mergeDetails(own, snapshotOf({ status: 'Ready' }))).toMatchObject({ recipient_first_name: 'Ada' })
  })

  it('is the whole truth where it says whose it is', () => {
    const told = snapshotOf({ status: 'Submitted', recipient_first_name: 'Ada', recipient_address2: '' })
    expect(mergeDetails(own, told).recipient_address2).toBe('')
    expect(mergeDetails(own, snapshotOf({ id: 'another' })).recipient_first_name).toBeUndefined()
  })
})

describe('arriving', () => {
  it('is the next thing to do from ten minutes before its time, or once it is ready', () => {
    const now = Date.parse('2026-11-20T23:00:00.000Z')
    const at = (ready_time: string, status = 'Submitted', ready_date = '2026-11-20') =>
      isTimeToArrive({ status, ready_date, ready_time }, now, 'America/New_York')
    // 6:00pm in New York.
    expect([at('6:11pm'), at('6:10pm'), at('5:00pm')]).toEqual([false, true, true])
    expect(at('6:00pm', 'Submitted', '2026-11-21')).toBe(false)
    expect(at('8:00pm', 'Ready')).toBe(true)
    expect(isTimeToArrive({ status: 'Submitted' }, now, 'America/New_York')).toBe(true)
    expect(
      minutesUntilReady({ ready_date: '2026-11-21', ready_time: '12:30am' }, now, 'America/New_York'),
    ).toBe(6 * 60 + 30)
  })

  it.each([
    ['in spring', '2026-03-08', '3:15am', '2026-03-08T06:30:20Z', 45],
    ['in autumn', '2026-11-01', '3:00am', '2026-11-01T04:30:00Z', 210],
    ['at a time that comes twice, the first', '2026-11-01', '1:30am', '2026-11-01T04:30:59Z', 60],
    ['the evening before', '2026-03-08', '11:00am', '2026-03-08T03:00:00Z', 12 * 60],
  ])('counts the minutes that go by over a change of the clocks, %s', (_when, date, time, at, minutes) => {
    const order = { ready_date: date, ready_time: time }
    expect(minutesUntilReady(order, Date.parse(at), 'America/New_York')).toBe(minutes)
  })

  it('takes make, model, color and license, none of them blank @MO-16', () => {
    const car = {
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_color: 'White',
      vehicle_license: 'ABC 1234',
    }
    expect(listVehicleProblems(car)).toEqual({})
    expect(listVehicleProblems({ ...car, vehicle_license: '  ' })).toEqual({
      vehicle_license: 'Please enter a valid info',
    })
  })

  it('is for orders at the curb that wait, once @ST-16', () => {
    const order = { status: 'Ready', use_curbside: true }
    expect(mayCheckIn(order)).toBe(true)
    expect(mayCheckIn({ ...order, recipient_checked_in: true })).toBe(false)
    expect(mayCheckIn({ ...order, use_curbside: false })).toBe(false)
    for (const status of ['Open', 'PaymentComplete', 'Completed', 'Cancelled', 'Expired'])
      expect(mayCheckIn({ ...order, status })).toBe(false)
  })
})
