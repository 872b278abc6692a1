import { describe, expect, it } from 'vitest'
import { isSoldOut, orderInstant } from '#contract/rules/sold-out.ts'

const zone = 'America/New_York'
const now = Date.parse('2026-11-20T23:00:00Z')
const isSoldOutFor = (until: string | undefined, readyDate?: string, readyTime?: string): boolean =>
  isSoldOut({ until }, orderInstant({ readyDate, readyTime }, zone, now))

describe('a dish that has run out', () => {
  // Friday's kitchen is open until 2 a.m. on Saturday.
  const closing = '2026-11-21T07:00:00.000Z'
  it.each([
    ['is not available as soon as possible', undefined, undefined, true],
    ['is not available later in the evening', '2026-11-20', '10:30pm', true],
    ['is not available after midnight until the kitchen closes', '2026-11-21', '1:30am', true],
    ['is available again from the closing time on', '2026-11-21', '2:00am', false],
    ['is available the next day', '2026-11-21', '6:00pm', false],
    ['is judged by the current time when only a day is chosen', '2026-11-21', undefined, true],
    ['is judged by the current time when the time cannot be read', '2026-11-21', 'noon', true],
  ])('%s', (_, date, time, is) => expect(isSoldOutFor(closing, date, time)).toBe(is))

  it('is over from its end on', () => {
    const [at, until] = [Date.parse(closing), closing]
    expect(isSoldOut({ until }, at - 1)).toBe(true)
    expect(isSoldOut({ until }, at)).toBe(false)
  })

  it('without an end is not available at any time, and with an unreadable end it is available', () => {
    expect(isSoldOutFor(undefined, '2027-01-01', '6:00pm')).toBe(true)
    expect(isSoldOutFor('tomorrow')).toBe(false)
  })

  it('is by the restaurant’s clock, and not the reader’s', () => {
    // 11:30pm in New York is before Friday's closing; 11:30pm in Honolulu is after it.
    const at = (timeZone: string) =>
      orderInstant({ readyDate: '2026-11-20', readyTime: '11:30pm' }, timeZone, now)
    expect(isSoldOut({ until: closing }, at(zone))).toBe(true)
    expect(isSoldOut({ until: closing }, at('Pacific/Honolulu'))).toBe(false)
  })

  it('is right over the change of the clock', () => {
    // 1:30 occurs twice in the night to November 1, 2026: a slot is the first.
    const at = orderInstant({ readyDate: '2026-11-01', readyTime: '1:30am' }, zone, now)
    expect(new Date(at).toISOString()).toBe('2026-11-01T05:30:00.000Z')
  })
})
