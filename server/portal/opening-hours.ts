import type { OpeningHours, SpecialDay } from '#contract/schemas/opening-hours.ts'

type Specification = {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: string
  opens: string
  closes: string
}

/** Opening hours in schema.org's terms. A range past midnight (`25:00`) closes at that time of the next day, as schema.org has it. */
export const openingHoursOf = (hours: OpeningHours): Specification[] =>
  Object.entries(hours).flatMap(([day, ranges]) =>
    ranges.map(([opens, closes]) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`,
      opens: padded(opens),
      closes: inDay(closes),
    })),
  )

const padded = (time: string): string => time.padStart(5, '0')

/** `24:00` is the end of the day: search engines expect 23:59 for it. */
function inDay(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (hour === 24 && minute === 0) return '23:59'
  return `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

type SpecialSpecification = Omit<Specification, 'dayOfWeek'> & { validFrom: string; validThrough: string }

/** Special days in schema.org's terms. A closed day opens and closes at the same moment, as search engines expect. */
export const specialOpeningHoursOf = (days: readonly SpecialDay[]): SpecialSpecification[] =>
  days.flatMap(({ date, hours }) =>
    (hours.length > 0 ? hours : closedAllDay).map(([opens, closes]) => ({
      '@type': 'OpeningHoursSpecification',
      opens: padded(opens),
      closes: inDay(closes),
      validFrom: date,
      validThrough: date,
    })),
  )

const closedAllDay: SpecialDay['hours'] = [['00:00', '00:00']]
