import { dayMinutes, dayMs, minuteMs } from './durations.ts'
import type { OpeningHours, SpecialDay } from './schemas/opening-hours.ts'
import { minutesOf } from './time-of-day.ts'

/** Dates and times of day in a location's own zone: `2026-11-20`, `6:30pm` (docs/design/contract.md, Shapes and states). */

/** The days of the week as in merchants' files, starting with Sunday. */
export const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export type LocalTime = { date: string; day: (typeof days)[number]; minutes: number }

/** Making a formatter costs a hundred times as much as using it. Keyed by the zone in lower case, so that there are at most as many as there are zones. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formatters.set(key, made)
  return made
}

/** A period without a change of a zone's clocks: from (inclusive) until (exclusive), in ms since the epoch; `ahead` is the offset to UTC in minutes. */
export type ZoneOffsetPeriod = { from: number; until: number; ahead: number }

const known = new Map<string, readonly ZoneOffsetPeriod[]>()

/**
 * Registers UTC-offset periods computed elsewhere (the server puts them into the page). Within them `localTime` needs no Intl formatter, whose first use takes
 * a slow phone 100 ms.
 */
export function registerZoneOffsets(timeZone: string, periods: readonly ZoneOffsetPeriod[]): void {
  known.set(timeZone, periods)
}

/** The periods of a zone between two instants (ms since the epoch). Throws RangeError for a zone that does not exist. */
export function listZoneOffsetPeriods(timeZone: string, from: number, until: number): ZoneOffsetPeriod[] {
  const periods: ZoneOffsetPeriod[] = []
  let start = from
  let ahead = minutesAhead(timeZone, from)
  for (let day = from; day < until; day += dayMs) {
    const next = Math.min(day + dayMs, until - minuteMs)
    const then = minutesAhead(timeZone, next)
    if (then === ahead) continue
    const change = findChange(timeZone, ahead, day, next)
    periods.push({ from: start, until: change, ahead })
    start = change
    ahead = then
  }
  return [...periods, { from: start, until, ahead }]
}

/** The minute, between `day` and `next`, at which a zone's offset stops being `ahead`. */
function findChange(timeZone: string, ahead: number, day: number, next: number): number {
  let [before, after] = [day, next]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs
    if (minutesAhead(timeZone, middle) === ahead) before = middle
    else after = middle
  }
  return after
}

function minutesAhead(timeZone: string, instantMs: number): number {
  const { date, minutes } = askSystem(instantMs, timeZone)
  return Math.round(
    (Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs - Math.floor(instantMs / minuteMs) * minuteMs) /
      minuteMs,
  )
}

/** The location's local date and time at an instant (ms since the epoch). Throws RangeError for a zone that does not exist. */
export function localTime(instantMs: number, timeZone: string): LocalTime {
  const period = known.get(timeZone)?.find(({ from, until }) => instantMs >= from && instantMs < until)
  if (!period) return askSystem(instantMs, timeZone)
  const wall = new Date(instantMs + period.ahead * minuteMs)
  const date = wall.toISOString().slice(0, 10)
  return { date, day: dayOf(date), minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes() }
}

function askSystem(instantMs: number, timeZone: string): LocalTime {
  const parts = formatterOf(timeZone).formatToParts(instantMs)
  const get = (type: string): string => parts.find((part) => part.type === type)!.value
  const date = `${get('year')}-${get('month')}-${get('day')}`
  return { date, day: dayOf(date), minutes: Number(get('hour')) * 60 + Number(get('minute')) }
}

/** The day of the week of an ISO date. */
export const dayOf = (date: string): (typeof days)[number] => days[new Date(`${date}T00:00:00Z`).getUTCDay()]!

/** The ISO date `count` days later. */
export function addDays(date: string, count: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + count)
  return moved.toISOString().slice(0, 10)
}

/** Minutes since midnight in the specification's format `h:mma`: 1110 → `6:30pm`. */
export function formatTimeOfDay(minutes: number): string {
  const inDay = ((minutes % 1440) + 1440) % 1440
  const hour = Math.floor(inDay / 60)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(inDay % 60).padStart(2, '0')}${hour < 12 ? 'am' : 'pm'}`
}

/** Minutes since midnight from `h:mma`, or undefined for any other text. */
export function findTimeOfDay(text: string): number | undefined {
  const match = /^(1[0-2]|[1-9]):([0-5]\d)(am|pm)$/.exec(text.toLowerCase())
  if (!match) return undefined
  return (Number(match[1]) % 12) * 60 + Number(match[2]) + (match[3] === 'pm' ? 720 : 0)
}

/** When a place opens next: minutes since midnight of that day; `day` where it is not today. */
export type Opening = { minutes: number; day: (typeof days)[number] | undefined }

/** `until` in minutes since today's midnight; undefined where that is more than a day away, or never. */
export type OpenState =
  | { open: true; until: number | undefined }
  | { open: false; opens: Opening | undefined }

/**
 * The ranges that begin `offset` days after a date (-7 or later): the weekday's, unless the day has its own (`special`). Uses only the weekday where possible:
 * a menu's hours are read for every time of a week, and date arithmetic is slow.
 */
export const rangesOn = (
  hours: OpeningHours,
  at: Pick<LocalTime, 'date' | 'day'>,
  offset: number,
  special: readonly SpecialDay[] | undefined,
): OpeningHours['monday'] => {
  const day = special && addDays(at.date, offset)
  return (
    special?.find(({ date }) => date === day)?.hours ?? hours[days[(days.indexOf(at.day) + offset + 7) % 7]!]
  )
}

/**
 * Whether a location is open at a local time, and until or from when (up to a week ahead). Ranges past midnight belong to the day they began on; ranges that
 * touch count as one.
 */
export function openState(hours: OpeningHours, at: LocalTime, special?: readonly SpecialDay[]): OpenState {
  const ranges = listRanges(hours, at, special)
  const now = ranges.find(({ from, until }) => from <= at.minutes && at.minutes < until)
  if (now) return { open: true, until: now.until - at.minutes > dayMinutes ? undefined : now.until }
  const next = ranges.find(({ from }) => from > at.minutes)
  if (!next) return { open: false, opens: undefined }
  const ahead = Math.floor(next.from / dayMinutes)
  return {
    open: false,
    opens: {
      minutes: next.from % dayMinutes,
      day: ahead === 0 ? undefined : days[(days.indexOf(at.day) + ahead) % 7],
    },
  }
}

/** The ranges from yesterday to a week from now, in minutes since today's midnight, ordered by their start. */
function listRanges(
  hours: OpeningHours,
  at: LocalTime,
  special: readonly SpecialDay[] | undefined,
): { from: number; until: number }[] {
  const all = [-1, 0, 1, 2, 3, 4, 5, 6, 7]
    .flatMap((offset) =>
      rangesOn(hours, at, offset, special).map(([from, until]) => ({
        from: minutesOf(from) + offset * dayMinutes,
        until: minutesOf(until) + offset * dayMinutes,
      })),
    )
    .toSorted((one, other) => one.from - other.from)
  const joined: typeof all = []
  for (const range of all) {
    const before = joined.at(-1)
    if (before && range.from <= before.until) before.until = Math.max(before.until, range.until)
    else joined.push(range)
  }
  return joined
}
