import { isIsoDate } from '../iso-date.ts'
import { dateWords } from '../format-date.ts'
import { minutesOf } from '../time-of-day.ts'
import { locale, t } from '../language.ts'
import { instantOf } from '../local-instant.ts'
import { addDays, formatTimeOfDay, localTime } from '../local-time.ts'
import { isTimeZone } from '../time-zones.ts'

/** When a gift card is sent, on the giver's own clock (extension `gift_schedule`, decision 052): `2026-12-24T18:30` in an IANA time zone. */

/** How many days ahead a gift can be scheduled. */
export const giftDaysAhead = 365

export const giftTimeMissing = 'Please choose a date and a time'
export const giftTimePast = 'Please choose a time in the future'
export const giftTimeFar = 'Please choose a day within a year from now'
export const unknownZone = 'We do not know this time zone'

const form = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d$/

/** The local time in a zone at an instant (ms since the epoch), in the format of a gift's time. Throws RangeError for a zone that does not exist. */
export function giftTimeAt(instantMs: number, timeZone: string): string {
  const { date, minutes } = localTime(instantMs, timeZone)
  const two = (count: number): string => String(count).padStart(2, '0')
  return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** What a zone is called at an instant (ms since the epoch), in the page's language: `Eastern Standard Time`. Throws RangeError for a zone that does not exist. */
export const zoneName = (instantMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'long' })
    .formatToParts(instantMs)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** An instant (ms since the epoch) in words, on the giver's clock: `12/24/2026 at 6:30pm (Eastern Standard Time)`. Throws RangeError for a zone that does not exist. */
export function giftTimeWords(instantMs: number, timeZone: string): string {
  const { date, minutes } = localTime(instantMs, timeZone)
  return t`${dateWords(date)} at ${formatTimeOfDay(minutes)} (${zoneName(instantMs, timeZone)})`
}

/** What is wrong with the time at which a gift is to be sent, in words; undefined when nothing is. */
export function findGiftTimeProblem(local: string, timeZone: string, nowMs: number): string | undefined {
  const date = form.exec(local)?.[1]
  if (date === undefined || !isIsoDate(date)) return giftTimeMissing
  if (!isTimeZone(timeZone)) return unknownZone
  const now = giftTimeAt(nowMs, timeZone)
  if (local <= now) return giftTimePast
  return date > addDays(now.slice(0, 10), giftDaysAhead) ? giftTimeFar : undefined
}

/** The instant of a gift's time (ms since the epoch); undefined for invalid text. Throws RangeError for a zone that does not exist. */
export function findGiftInstant(local: string, timeZone: string): number | undefined {
  const date = form.exec(local)?.[1]
  if (date === undefined || !isIsoDate(date)) return undefined
  return instantOf(date, minutesOf(local.slice(11)), timeZone)
}

/**
 * A time that a gift waits for, in words: `2026-12-24T18:30` in a zone → `12/24/2026 at 6:30pm (Eastern Standard Time)`. A zone that this device does not
 * know is told by its own name.
 */
export function giftLocalWords(local: string, timeZone: string): string {
  const [date = '', time = ''] = local.split('T')
  const instantMs = isTimeZone(timeZone) ? findGiftInstant(local, timeZone) : undefined
  const zone = instantMs === undefined ? timeZone : zoneName(instantMs, timeZone)
  return t`${dateWords(date)} at ${formatTimeOfDay(minutesOf(time))} (${zone})`
}
