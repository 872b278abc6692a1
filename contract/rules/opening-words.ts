import { locale } from '../language.ts'
import { days, formatTimeOfDay, type Opening } from '../local-time.ts'

/** When a place opens, in the page's language: `5:00pm`, or on another day `Monday 11:00am`. */
export function openingWords({ minutes, day }: Opening): string {
  const time = formatTimeOfDay(minutes)
  return day === undefined ? time : `${dayName(day)} ${time}`
}

/** A day of the week in the page's language: `Monday`, `lunes`. */
function dayName(day: (typeof days)[number]): string {
  // 1 November 2026 is a Sunday.
  const ms = Date.UTC(2026, 10, 1 + days.indexOf(day))
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(ms)
}
