import { dayMinutes } from '#contract/durations.ts'
import { days } from '#contract/local-time.ts'
import { minutesOf } from '#contract/time-of-day.ts'
import type { LocationFile } from './file-schemas.ts'
import type { SourceFile } from './source-file.ts'

type Range = { from: number; until: number }

/** Reports times at which orders are taken although the restaurant is closed by its `hours`: where `kitchen.hours` is written, orders follow it alone. */
export function reportClosedHours({ hours, kitchen }: LocationFile, source: SourceFile): void {
  if (!kitchen.hours) return
  for (const [at, day] of days.entries()) {
    // Hours of the day before may reach past midnight into this day, and this day's may reach into the next.
    const open = [-1, 0, 1].flatMap((ahead) =>
      rangesOf(hours[days[(at + ahead + 7) % 7]!]).map(({ from, until }) => ({
        from: from + ahead * dayMinutes,
        until: until + ahead * dayMinutes,
      })),
    )
    rangesOf(kitchen.hours[day]).forEach((range, index) => {
      if (!isWithin(range, open))
        source.report(
          ['kitchen', 'hours', day, index],
          hours[day].length === 0
            ? `takes orders on a day that is closed by hours.${day}`
            : `takes orders for times that are closed by hours.${day}`,
        )
    })
  }
}

const rangesOf = (list: readonly (readonly [string, string])[]): Range[] =>
  list.map(([from, until]) => ({ from: minutesOf(from), until: minutesOf(until) }))

/** Whether `open`, which is in order of time, covers the whole range. */
function isWithin({ from, until }: Range, open: readonly Range[]): boolean {
  let covered = from
  for (const one of open) if (one.from <= covered && one.until > covered) covered = one.until
  return covered >= until
}

/** Reports online orders without any hours, and opening hours of two days that run into each other, as guests would read them. */
export function reportWeek({ hours, kitchen }: LocationFile, source: SourceFile, takesOrders: boolean): void {
  const orders = kitchen.hours ?? hours
  if (takesOrders && days.every((day) => orders[day].length === 0))
    source.report(kitchen.hours ? ['kitchen', 'hours'] : ['hours'], 'has no hours, and online orders are on')
  for (const [at, day] of days.entries()) {
    const next = days[(at + 1) % 7]!
    const ranges = rangesOf(hours[day])
    ranges.forEach(({ from }, index) => {
      if (from >= dayMinutes) source.report(['hours', day, index], `begins on ${next}`)
    })
    const [first] = rangesOf(hours[next])
    if (first && ranges.some(({ until }) => until - dayMinutes > first.from))
      source.report(['hours', next, 0], `begins before ${day} is over`)
  }
}
