import { t } from '#contract/language.ts'
import { minutesOf } from '#contract/local-time.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import { formatDay } from '#lib/time/format-day.ts'
import { hourText } from '#lib/time/open-text.ts'
import styles from './contact.module.css'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The week as it hangs on a door: days with the same hours in one line. */
export function Hours({ hours }: { hours: OpeningHours }) {
  return (
    <dl className={styles.hours} aria-label={t('Opening hours')}>
      {groupDays(hours).map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Neighbouring days with the same hours together: "Monday to Thursday", "11:30am to 4:00pm, 5:00pm to 10:30pm". */
export function groupDays(hours: OpeningHours): { name: string; text: string }[] {
  const lines: { first: string; last: string; text: string }[] = []
  for (const day of days) {
    const text =
      hours[day].length === 0
        ? t('Closed')
        : hours[day]
            .map(([from, until]) => t`${hourText(minutesOf(from))} to ${hourText(minutesOf(until))}`)
            .join(', ')
    const line = lines.at(-1)
    if (line?.text === text) line.last = day
    else lines.push({ first: day, last: day, text })
  }
  return lines.map(({ first, last, text }) => ({ name: nameOf(first, last), text }))
}

function nameOf(first: string, last: string): string {
  if (first === last) return titled(first)
  const isPair = days.findIndex((day) => day === last) - days.findIndex((day) => day === first) === 1
  return isPair ? t`${titled(first)} and ${titled(last)}` : t`${titled(first)} to ${titled(last)}`
}

/** A day's name in the page's language, with a capital, as it stands at the beginning of a line. */
function titled(day: string): string {
  // 2 November 2026 is a Monday.
  const name = formatDay(`2026-11-0${2 + days.findIndex((one) => one === day)}`, { weekday: 'long' })
  return name.charAt(0).toUpperCase() + name.slice(1)
}
