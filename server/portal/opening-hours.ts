import type { OpeningHours } from '#contract/schemas/opening-hours.ts'

type Specification = {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: string
  opens: string
  closes: string
}

/** Opening hours in schema.org's words. What goes on past midnight (`25:00`) closes at that time of the next day, as they have it. */
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

/** `24:00` is the end of the day, not the start of the next: 23:59 is what search engines read as such. */
function inDay(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (hour === 24 && minute === 0) return '23:59'
  return `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
