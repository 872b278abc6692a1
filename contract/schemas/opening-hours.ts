import * as z from 'zod/mini'

/** When a house, its kitchen or a menu is open, by the day of the week (extension `menu_hours` and the location). */

const timeOfDay = z
  .string()
  .check(z.regex(/^\d{1,2}:[0-5]\d(:[0-5]\d)?$/, { error: 'not a time of day (HH:MM)', abort: true }))

/** `["11:00", "22:00"]`: from, until; local times of day, past midnight counted on (`25:00`). */
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

/** Hours that an API may tell: those that nobody can read are not told, and take no screen down. */
export const toldHours = z.catch(z.optional(OpeningHours), undefined)
