import type { Announcement } from '../schemas/announcement.ts'

/**
 * The announcements that are in force on a day (ISO date, the location's own): those without days of their own, and those whose first and last day it lies
 * between. Without a day only those that are in force on all days.
 */
export const listInForce = (
  announcements: readonly Announcement[],
  date: string | undefined,
): Announcement[] =>
  announcements.filter(({ starts, ends }) =>
    date === undefined
      ? starts === undefined && ends === undefined
      : (starts ?? date) <= date && date <= (ends ?? date),
  )
