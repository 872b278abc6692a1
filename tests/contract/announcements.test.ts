import { describe, expect, it } from 'vitest'
import { listInForce } from '#contract/rules/announcements.ts'

const shown = (starts: string | undefined, ends: string | undefined, date: string | undefined): boolean =>
  listInForce([{ type: 'closed', title: 'Closed', starts, ends }], date).length === 1

describe('an announcement', () => {
  it('without days of its own is shown on all days, and when the day is unknown', () => {
    expect([shown(undefined, undefined, '2026-11-28'), shown(undefined, undefined, undefined)]).toEqual([
      true,
      true,
    ])
  })

  it.each([
    ['the day before its first', '2026-11-26', '2026-11-30', '2026-11-25', false],
    ['its first day', '2026-11-26', '2026-11-30', '2026-11-26', true],
    ['its last day', '2026-11-26', '2026-11-30', '2026-11-30', true],
    ['the day after its last', '2026-11-26', '2026-11-30', '2026-12-01', false],
    ['any day from its first, without a last', '2026-11-26', undefined, '2027-11-26', true],
    ['the day before its first, without a last', '2026-11-26', undefined, '2026-11-25', false],
    ['any day to its last, without a first', undefined, '2026-11-30', '2025-11-30', true],
    ['the day after its last, without a first', undefined, '2026-11-30', '2026-12-01', false],
    ['an unknown day, with a first', '2026-11-26', undefined, undefined, false],
    ['an unknown day, with a last', undefined, '2026-11-30', undefined, false],
  ])('on %s', (_when, starts, ends, date, expected) => {
    expect(shown(starts, ends, date)).toBe(expected)
  })
})
