import { expect, it } from 'vitest'
import { instantOf } from '#contract/local-instant.ts'
import { localTime } from '#contract/local-time.ts'

it.each([
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
])('every time that the clocks of %s show in a year leads back to its first instant', (zone) => {
  const from = Date.parse('2026-01-01T00:00:00Z')
  const seen = new Set<string>()
  const wrong: string[] = []
  for (let at = from; at < from + 366 * 86_400_000; at += 30 * 60_000) {
    const { date, minutes } = localTime(at, zone)
    const shown = `${date} ${minutes}`
    if (!seen.has(shown) && instantOf(date, minutes, zone) !== at) wrong.push(shown)
    seen.add(shown)
  }
  expect(wrong).toEqual([])
  expect(seen.size).toBeGreaterThan(17_000)
})

it('moves a time that the clocks skip on by as much as they are', () => {
  expect(instantOf('2027-03-14', 2 * 60 + 30, 'America/New_York')).toBe(Date.parse('2027-03-14T07:30:00Z'))
})
