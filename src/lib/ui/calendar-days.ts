import { formatDay } from '#lib/time/format-day.ts'

/** Calendar days as `YYYY-MM-DD`, which sorts and compares as text. No time zone is involved: everything is computed in UTC. */

const two = (number: number): string => String(number).padStart(2, '0')

/** Months count from 1. */
export const isoDay = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

export const yearOf = (iso: string): number => Number(iso.slice(0, 4))
export const monthOf = (iso: string): number => Number(iso.slice(5, 7))
export const dayOf = (iso: string): number => Number(iso.slice(8, 10))

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day of another month, or that month's last day. */
export function addMonths(iso: string, months: number): string {
  const count = yearOf(iso) * 12 + monthOf(iso) - 1 + months
  const year = Math.floor(count / 12)
  const month = (count % 12) + 1
  return isoDay(year, month, Math.min(dayOf(iso), daysInMonth(year, month)))
}

/** The nearest day within the limits, both included. */
export const withinDays = (iso: string, min: string, max: string): string =>
  iso < min ? min : iso > max ? max : iso

/** A month's weeks, starting on Sunday; days of the neighboring months are undefined. */
export function weeksOfMonth(year: number, month: number): (string | undefined)[][] {
  const before = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const count = daysInMonth(year, month)
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - before + 1
      return day >= 1 && day <= count ? isoDay(year, month, day) : undefined
    }),
  )
}

/** Sunday is 0. */
export const weekdayOf = (iso: string): number => new Date(`${iso}T00:00:00Z`).getUTCDay()

/** Starting with January, in the page's language. */
export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, month) => formatDay(isoDay(2026, month + 1, 1), { month: 'long' }))

/** Starting with Sunday, in the page's language: February 1, 2026 is one. */
export const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, day) => formatDay(isoDay(2026, 2, 1 + day), { weekday: 'long' }))

/** `Sunday, November 22, 2026`, in the page's language. */
export const dayName = (iso: string): string => formatDay(iso, { dateStyle: 'full' })
