import { describe, expect, it } from 'vitest'
import { inTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import {
  findGiftTimeProblem,
  giftLocalWords,
  giftTimeAt,
  giftTimeFar,
  giftTimeMissing,
  giftTimePast,
  giftTimeWords,
} from '#contract/rules/gift-time.ts'

const now = Date.parse('2026-11-20T23:30:00Z') // 6:30pm in New York
const zone = 'America/New_York'

describe('a time to send a gift at', () => {
  it.each([
    ['2026-11-20T18:31', undefined],
    ['2026-11-20T18:30', giftTimePast],
    ['2026-11-20T18:29', giftTimePast],
    ['2027-11-20T23:59', undefined],
    ['2027-11-21T00:00', giftTimeFar],
    ['2026-02-30T10:00', giftTimeMissing],
    ['2026-12-24', giftTimeMissing],
    ['2026-12-24T24:00', giftTimeMissing],
    ['', giftTimeMissing],
  ])('%s', (local, problem) => {
    expect(findGiftTimeProblem(local, zone, now)).toBe(problem)
  })

  it('is in the giver’s time zone, whatever the restaurant’s is', () => {
    expect(findGiftTimeProblem('2026-11-20T20:00', 'America/New_York', now)).toBeUndefined()
    expect(findGiftTimeProblem('2026-11-20T20:00', 'Europe/Berlin', now)).toBe(giftTimePast)
    expect(findGiftTimeProblem('2026-12-20T20:00', 'Mars/Olympus', now)).toBeDefined()
  })

  it('formats a gift’s time in its zone, in summer and winter', () => {
    expect(giftTimeAt(now, zone)).toBe('2026-11-20T18:30')
    expect(giftTimeWords(now, zone)).toBe('11/20/2026 at 6:30pm (Eastern Standard Time)')
    expect(giftTimeWords(Date.parse('2027-07-04T13:05:00Z'), zone)).toBe(
      '07/04/2027 at 9:05am (Eastern Daylight Time)',
    )
  })

  it('names the month where the day stands before it', () => {
    const spanish = inTranslation(es, () => [
      giftTimeWords(now, zone),
      giftLocalWords('2026-12-11T18:30', zone),
    ])
    expect(spanish).toEqual([
      '20 nov 2026, 6:30pm (hora estándar oriental)',
      '11 dic 2026, 6:30pm (hora estándar oriental)',
    ])
  })

  it.each([
    ['2026-11-01T00:30', 'Eastern Daylight Time'],
    ['2026-11-01T01:30', 'Eastern Daylight Time'],
    ['2026-11-01T02:00', 'Eastern Standard Time'],
    ['2027-03-14T01:59', 'Eastern Standard Time'],
    ['2027-03-14T03:00', 'Eastern Daylight Time'],
  ])('on the day that the clocks change its zone is called as it is at that time: %s', (local, name) => {
    expect(giftLocalWords(local, zone)).toContain(`(${name})`)
  })

  it('in a zone that the reader’s device does not know is shown with the zone’s name', () => {
    expect(giftLocalWords('2026-12-24T18:30', 'Mars/Olympus')).toBe('12/24/2026 at 6:30pm (Mars/Olympus)')
  })
})
