import * as z from 'zod/mini'
import { OpeningHours, OpeningRange } from '#contract/schemas/opening-hours.ts'
import { minutesOf } from '#contract/time-of-day.ts'

const clockTime = /^([01]?\d|2\d|3[0-6]):[0-5]\d$/

/** Hours as merchants' files write them: the restaurant's, the kitchen's or a menu's (merchants/README.md). */
export const HoursFile = z.strictObject(OpeningHours.shape).check(
  z.superRefine((value, context) => {
    for (const [day, ranges] of Object.entries(value))
      for (const { path, message } of listRangeProblems(ranges))
        context.addIssue({ code: 'custom', message, path: [day, ...path] })
  }),
)

/** When a menu is served: on at least one day. */
export const ServedFile = HoursFile.check(
  z.refine((value) => Object.values(value).some((ranges) => ranges.length > 0), 'has no hours on any day'),
)

/** What is wrong with a day's ranges. Code that reads hours goes through them in order, and skips a range that ends before it begins. */
function listRangeProblems(
  ranges: readonly (readonly [string, string])[],
): { path: number[]; message: string }[] {
  const misspelt = ranges.flatMap((range, index) =>
    range.flatMap((time, end) =>
      clockTime.test(time) ? [] : [{ path: [index, end], message: 'not a time of day (HH:MM)' }],
    ),
  )
  if (misspelt.length > 0) return misspelt
  const minutes = ranges.map(([from, until]) => ({ from: minutesOf(from), until: minutesOf(until) }))
  return minutes.flatMap(({ from, until }, index) => {
    if (from >= until) return [{ path: [index], message: 'ends before it begins' }]
    const before = minutes[index - 1]
    return before && from < before.until
      ? [{ path: [index], message: 'begins before the one ahead of it is over' }]
      : []
  })
}

/** The ranges of one day. */
export const RangesFile = z.array(OpeningRange).check(
  z.superRefine((value, context) => {
    for (const problem of listRangeProblems(value)) context.addIssue({ code: 'custom', ...problem })
  }),
)
