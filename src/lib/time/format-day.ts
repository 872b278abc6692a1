import { locale } from '#contract/language.ts'

/** Making a formatter costs a hundred times as much as using it, and a month's calendar formats forty days. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** A calendar day (`YYYY-MM-DD`, no zone) in the page's language, with `Intl` options. Throws RangeError for an invalid day. */
export function formatDay(iso: string, options: Intl.DateTimeFormatOptions): string {
  const name = `${locale()} ${JSON.stringify(options)}`
  const known = formatters.get(name) ?? new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })
  formatters.set(name, known)
  return known.format(Date.parse(`${iso}T00:00:00Z`))
}

/** `Sun, Nov 29`. */
export const shortDay = (iso: string): string =>
  formatDay(iso, { weekday: 'short', month: 'short', day: 'numeric' })
