import { t } from '#contract/language.ts'
import { addDays, localTime } from '#contract/local-time.ts'
import type { Location } from '#contract/schemas/location.ts'
import type { OpeningHours, SpecialDay } from '#contract/schemas/opening-hours.ts'
import { minutesOf } from '#contract/time-of-day.ts'
import { formatDay } from '#lib/time/format-day.ts'
import { hourText } from '#lib/time/open-text.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './contact.module.css'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The week's hours as on a shop door, days with the same hours in one line, and the next holidays. */
export function Hours({ location, hours }: { location: Location; hours: OpeningHours }) {
  const now = useNow()
  const today = now === undefined ? undefined : localTime(now, location.time_zone).date
  const special = today === undefined ? [] : nextSpecialDays(location.special_days ?? [], today)
  return (
    <>
      <dl className={styles.hours} aria-label={t('Opening hours')}>
        {groupDays(hours).map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{rangesOf(text)}</dd>
          </div>
        ))}
      </dl>
      {special.length > 0 && (
        <dl className={styles.hours} aria-label={t('Holidays and special hours')}>
          {special.map(({ date, name, hours: ranges }) => (
            <div key={date}>
              <dt>{capitalized(formatDay(date, { weekday: 'long', month: 'long', day: 'numeric' }))}</dt>
              <dd>{rangesOf([name, rangesText(ranges)].filter(Boolean).join(': '))}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** How many days ahead holidays are shown. */
const aheadDays = 30

/** The special days from today on, the nearest first. `today` is a date of the location (YYYY-MM-DD). */
export const nextSpecialDays = (days: readonly SpecialDay[], today: string): SpecialDay[] =>
  days
    .filter(({ date }) => date >= today && date <= addDays(today, aheadDays))
    .toSorted((one, other) => one.date.localeCompare(other.date))

const rangesText = (ranges: OpeningHours['monday']): string =>
  ranges.length === 0
    ? t('Closed')
    : ranges
        .map(([from, until]) => t`${hourText(minutesOf(from))} to ${hourText(minutesOf(until))}`)
        .join(', ')

/** Where a line is too short for all of a day's hours, it ends after one of them. */
const rangesOf = (text: string) =>
  text.split(', ').map((range, at, all) => (
    <span key={at} className={styles.range}>
      {at < all.length - 1 ? `${range}, ` : range}
    </span>
  ))

/** Groups adjacent days with the same hours: "Monday to Thursday", "11:30am to 4:00pm, 5:00pm to 10:30pm". */
export function groupDays(hours: OpeningHours): { name: string; text: string }[] {
  const lines: { first: string; last: string; text: string }[] = []
  for (const day of days) {
    const text = rangesText(hours[day])
    const line = lines.at(-1)
    if (line?.text === text) line.last = day
    else lines.push({ first: day, last: day, text })
  }
  return lines.map(({ first, last, text }) => ({ name: nameOf(first, last), text }))
}

function nameOf(first: string, last: string): string {
  const from = capitalized(dayName(first))
  if (first === last) return from
  const isPair = days.findIndex((day) => day === last) - days.findIndex((day) => day === first) === 1
  // Spanish writes a day's name with a small letter, but for the beginning of a line.
  return isPair ? t`${from} and ${dayName(last)}` : t`${from} to ${dayName(last)}`
}

/** A day's name in the page's language. */
function dayName(day: string): string {
  // November 2, 2026 is a Monday.
  return formatDay(`2026-11-0${2 + days.findIndex((one) => one === day)}`, { weekday: 'long' })
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
