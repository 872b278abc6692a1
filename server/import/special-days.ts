import * as z from 'zod/mini'
import { isIsoDate } from '#contract/iso-date.ts'
import { SpecialDay } from '#contract/schemas/opening-hours.ts'
import type { Kitchen } from '#server/merchants/document.ts'
import { RangesFile } from './hours-file.ts'

/** A calendar date (YYYY-MM-DD). */
export const DayFile = SpecialDay.shape.date.check(
  z.refine((text) => !/^\d{4}-\d\d-\d\d$/.test(text) || isIsoDate(text), 'not a day of the calendar'),
)

/** Holidays and other special days: a date, and the hours that replace its weekday's; the kitchen's are the same unless given. */
export const SpecialDaysFile = z
  .array(
    z.strictObject({
      date: DayFile,
      name: z.optional(
        z.string().check(z.minLength(1, 'is empty'), z.maxLength(60, 'must be 60 characters or less')),
      ),
      hours: RangesFile,
      kitchen_hours: z.optional(RangesFile),
    }),
  )
  .check(
    z.maxLength(100, 'must be 100 or less'),
    z.superRefine((days, context) => {
      const known = new Set<string>()
      for (const [index, { date }] of days.entries()) {
        if (known.has(date))
          context.addIssue({ code: 'custom', message: 'stands here twice', path: [index, 'date'] })
        known.add(date)
      }
    }),
  )
export type SpecialDaysFile = z.infer<typeof SpecialDaysFile>

/** The restaurant's special days, and its kitchen's, which follow the opening hours unless they have their own. */
export const specialDaysOf = (
  file: SpecialDaysFile,
): { restaurant: SpecialDay[]; kitchen: SpecialDay[] } => ({
  restaurant: file.map(({ kitchen_hours: _own, ...day }) => day),
  kitchen: file.map(({ kitchen_hours: own, ...day }) => ({ ...day, hours: own ?? day.hours })),
})

/** A special day in the file's form; the kitchen's hours are written only where they differ from the opening hours. */
export function specialDayFile(day: SpecialDay, { specialDays = [] }: Kitchen): Record<string, unknown> {
  const own = specialDays.find(({ date }) => date === day.date)?.hours
  return { ...day, ...(own && JSON.stringify(own) !== JSON.stringify(day.hours) && { kitchen_hours: own }) }
}
