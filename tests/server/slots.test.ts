import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatTimeOfDay } from '#contract/local-time.ts'
import type { Kitchen } from '#server/merchants/document.ts'
import { readMerchant } from '#server/import/read-merchant.ts'
import { merchantDirectory } from '#server/merchants/merchant.ts'
import { listSlots, SlotTables } from '#server/modules/tickets/slots.ts'
import { fixtureMerchants } from './support/larder.ts'

const always: Kitchen = {
  leadMinutes: 0,
  slotMinutes: 30,
  orderAheadDays: 1,
  hours: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [['00:00', '24:00']],
    ]),
  ) as unknown as Kitchen['hours'],
}

const inZone = (zone: string, date: string): { time: string; at: string }[] =>
  listSlots(always, zone, date).map((slot) => ({
    time: formatTimeOfDay(slot.minutes),
    at: new Date(slot.atMs).toISOString(),
  }))

describe('order-ahead slots over the changes of the clock', () => {
  it.each(['America/New_York', 'America/Chicago', 'America/Los_Angeles'])(
    'skips the hour that does not exist in spring, in %s @EN-33 (T2)',
    (zone) => {
      const slots = inZone(zone, '2027-03-14')
      expect(slots).toHaveLength(46)
      const times = slots.map((slot) => slot.time)
      expect(times).not.toContain('2:00am')
      expect(times).not.toContain('2:30am')
      expect(times.slice(2, 5)).toEqual(['1:00am', '1:30am', '3:00am'])
      expect(Date.parse(slots[4]!.at) - Date.parse(slots[3]!.at)).toBe(30 * 60_000)
    },
  )

  it('keeps the first of the hour that comes twice in autumn (T3)', () => {
    const slots = inZone('America/New_York', '2026-11-01')
    expect(slots).toHaveLength(48)
    expect(new Set(slots.map((slot) => slot.time)).size).toBe(48)
    // 1:30 EDT is 5:30 UTC; the second 1:30, EST, would be 6:30.
    expect(slots.find((slot) => slot.time === '1:30am')?.at).toBe('2026-11-01T05:30:00.000Z')
    expect(slots.find((slot) => slot.time === '2:00am')?.at).toBe('2026-11-01T07:00:00.000Z')
  })

  it('rises in time, always', () => {
    for (const date of ['2026-11-01', '2026-11-02', '2027-03-13', '2027-03-14', '2027-03-15']) {
      const instants = inZone('America/New_York', date).map((slot) => slot.at)
      expect(instants).toEqual([...instants].sort())
    }
  })

  it('gives the small hours of a long night to the date on the calendar', () => {
    const late: Kitchen = {
      ...always,
      hours: { ...always.hours, friday: [['22:00', '26:00']], saturday: [], thursday: [], sunday: [] },
    }
    expect(
      listSlots(late, 'America/New_York', '2026-11-20').map((slot) => formatTimeOfDay(slot.minutes)),
    ).toEqual(['10:00pm', '10:30pm', '11:00pm', '11:30pm'])
    expect(
      listSlots(late, 'America/New_York', '2026-11-21').map((slot) => formatTimeOfDay(slot.minutes)),
    ).toEqual(['12:00am', '12:30am', '1:00am', '1:30am'])
  })

  it('has none on a day that is closed, but for the small hours of the night before', () => {
    const late: Kitchen = {
      ...always,
      hours: { ...always.hours, thursday: [['22:00', '25:00']] },
      specialDays: [{ date: '2026-11-20', name: 'Private party', hours: [] }],
    }
    const timesOn = (date: string) =>
      listSlots(late, 'America/New_York', date).map(({ minutes }) => formatTimeOfDay(minutes))
    expect(timesOn('2026-11-20')).toEqual(['12:00am', '12:30am'])
    expect(timesOn('2026-11-27').length).toBeGreaterThan(40)
  })
})

it('a time that ran out while its guest typed is accepted for some minutes, but not once it has passed', () => {
  const { document, revision } = readMerchant(join(fixtureMerchants, 'tavola'), 'tavola', [], {
    allowMissingPictures: false,
  })!
  const offered = (leadMinutes: number, minutesLeft: number) => {
    const kitchen = { ...always, leadMinutes }
    const stored = [{ revision, document: { ...document, kitchen } }]
    const merchant = merchantDirectory(stored).findByLabel('tavola')!
    const atMs = Date.parse('2026-11-20T23:00:00Z') // 6:00pm in New York
    const nowMs = atMs - minutesLeft * 60_000
    return new SlotTables().find(merchant, '2026-11-20', '6:00pm', nowMs, 10 * 60_000) === atMs
  }
  expect([offered(30, 21), offered(30, 19)]).toEqual([true, false])
  expect([offered(5, 1), offered(5, -1)]).toEqual([true, false])
})
