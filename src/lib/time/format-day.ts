import { locale } from '#contract/language.ts'

/** Making a formatter costs a hundred times what using it does, and a month's calendar names forty days. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** A day of the calendar (`YYYY-MM-DD`, no zone) in the page's language, with what `Intl` is to say of it. Throws RangeError for what is no day. */
export function formatDay(iso: string, options: Intl.DateTimeFormatOptions): string {
  const name = `${locale()} ${JSON.stringify(options)}`
  const known = formatters.get(name) ?? new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })
  formatters.set(name, known)
  return known.format(Date.parse(`${iso}T00:00:00Z`))
}

/** `Sun, Nov 29`. */
export const shortDay = (iso: string): string =>
  formatDay(iso, { weekday: 'short', month: 'short', day: 'numeric' })
