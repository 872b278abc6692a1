import { describe, expect, it } from 'vitest'
import { registerZoneOffsets, listZoneOffsetPeriods, localTime } from '#contract/local-time.ts'

const year = (count: number): number => Date.UTC(count, 0)
const hour = 3_600_000

describe('what a page knows of its location’s clock', () => {
  it('is where the clocks change, to the minute', () => {
    const changes = listZoneOffsetPeriods('America/New_York', year(2026), year(2028)).map(
      ({ from, ahead }) => [new Date(from).toISOString(), ahead],
    )
    expect(changes).toEqual([
      ['2026-01-01T00:00:00.000Z', -300],
      ['2026-03-08T07:00:00.000Z', -240],
      ['2026-11-01T06:00:00.000Z', -300],
      ['2027-03-14T07:00:00.000Z', -240],
      ['2027-11-07T06:00:00.000Z', -300],
    ])
  })

  it('covers the whole time without a gap, also where nothing changes, or half an hour does', () => {
    for (const [zone, count] of [
      ['Asia/Tokyo', 1],
      ['Australia/Lord_Howe', 5],
      ['Asia/Kathmandu', 1],
      ['Pacific/Chatham', 5],
    ] as const) {
      const periods = listZoneOffsetPeriods(zone, year(2026), year(2028))
      expect(periods, zone).toHaveLength(count)
      expect([periods[0]!.from, periods.at(-1)!.until]).toEqual([year(2026), year(2028)])
      periods.slice(1).forEach((one, place) => expect(one.from).toBe(periods[place]!.until))
    }
    expect(() => listZoneOffsetPeriods('America/Gotham', year(2026), year(2028))).toThrow(RangeError)
  })

  it('tells the same time as the system, in its years and outside of them', () => {
    for (const zone of ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe']) {
      const instants = Array.from(
        { length: 3 * 365 * 4 },
        (_, place) => year(2025) + place * 6 * hour + 1_234_567,
      )
      const asked = instants.map((at) => localTime(at, zone))
      registerZoneOffsets(zone, listZoneOffsetPeriods(zone, year(2026), year(2027)))
      expect(instants.map((at) => localTime(at, zone))).toEqual(asked)
    }
  })

  it('asks the registered periods before the system', () => {
    registerZoneOffsets('Mars/Olympus', [{ from: 0, until: hour, ahead: 90 }])
    expect(localTime(0, 'Mars/Olympus')).toEqual({ date: '1970-01-01', day: 'thursday', minutes: 90 })
    expect(() => localTime(hour, 'Mars/Olympus')).toThrow(RangeError)
  })
})
