import type { Announcement } from '../schemas/announcement.ts'

/** Whether an announcement is news for the home page: all others have places of their own. */
export const isPromotion = ({ type }: Announcement): boolean =>
  !/^(closed|advertisement(_banner)?)$/.test(type)

/**
 * The announcements in force on a day (ISO date in the location's zone): those without days, and those whose days include it. Without a day, only those that
 * are always in force.
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
