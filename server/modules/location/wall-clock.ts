import { formatDate } from '#contract/format-date.ts'
import { formatTimeOfDay, type LocalTime, localTime } from '#contract/local-time.ts'

const kept = new Map<string, LocalTime>()

/** `localTime`, cached by the minute: Intl takes 6 µs, and a ticket asks several times. */
export function wallClock(instantMs: number, timeZone: string): LocalTime {
  const name = `${timeZone} ${Math.floor(instantMs / 60_000)}`
  const known = kept.get(name)
  if (known) return known
  // Emptied after a thousand different minutes.
  if (kept.size > 1000) kept.clear()
  const shown = localTime(instantMs, timeZone)
  kept.set(name, shown)
  return shown
}

/** MM/DD/YYYY and `h:mma` in a time zone (specification §9). */
export function displayTime(instantMs: number, timeZone: string): string {
  const { date, minutes } = wallClock(instantMs, timeZone)
  return `${formatDate(date)} ${formatTimeOfDay(minutes)}`
}
