import { type LocalTime, localTime } from '#contract/local-time.ts'

const kept = new Map<string, LocalTime>()

/** `localTime`, kept by the minute: it makes a formatter each time, which costs a tenth of a millisecond, several times for each ticket. */
export function wallClock(instantMs: number, timeZone: string): LocalTime {
  const name = `${timeZone} ${Math.floor(instantMs / 60_000)}`
  const known = kept.get(name)
  if (known) return known
  // Tickets made at a thousand different minutes, then anew.
  if (kept.size > 1000) kept.clear()
  const shown = localTime(instantMs, timeZone)
  kept.set(name, shown)
  return shown
}
