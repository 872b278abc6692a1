import * as z from 'zod/mini'
import { minutesOf } from '../time-of-day.ts'
import { optionalText } from './lenient-text.ts'

/** When a restaurant, its kitchen or a menu is open, by day of the week (extension `menu_hours` and the location). */

const timeOfDay = z
  .string()
  .check(z.regex(/^\d{1,2}:[0-5]\d(:[0-5]\d)?$/, { error: 'not a time of day (HH:MM)', abort: true }))

/** `["11:00", "22:00"]`: from, until; local times of day, counting on past midnight (`25:00`). */
export const OpeningRange = z.tuple([timeOfDay, timeOfDay])
export const OpeningHours = z.object({
  monday: z.array(OpeningRange),
  tuesday: z.array(OpeningRange),
  wednesday: z.array(OpeningRange),
  thursday: z.array(OpeningRange),
  friday: z.array(OpeningRange),
  saturday: z.array(OpeningRange),
  sunday: z.array(OpeningRange),
})
export type OpeningHours = z.infer<typeof OpeningHours>

const endsLater = (ranges: z.infer<typeof OpeningRange>[]): boolean =>
  ranges.every(([from, until]) => minutesOf(from) < minutesOf(until))

/** Hours in an API's answer: unreadable hours (or ranges that end before they begin) are dropped instead of breaking the screen. */
export const lenientHours = z.catch(
  z.optional(OpeningHours.check(z.refine((hours) => Object.values(hours).every(endsLater)))),
  undefined,
)

/** A date (YYYY-MM-DD) with hours in place of its weekday's, such as a holiday. Without hours it is closed. */
export const SpecialDay = z.object({
  date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'not a date (YYYY-MM-DD)')),
  name: optionalText,
  hours: z.array(OpeningRange),
})
export type SpecialDay = z.infer<typeof SpecialDay>

const ReadableDay = SpecialDay.check(z.refine(({ hours }) => endsLater(hours)))

/** The same in an API's answer: a day that cannot be read (or whose hours end before they begin) is dropped, and its weekday's hours count. */
export const lenientSpecialDays = z.catch(
  z.optional(
    z.pipe(
      z.array(z.catch(z.nullable(ReadableDay), null)),
      z.transform((days) => days.filter((day) => day !== null)),
    ),
  ),
  undefined,
)
