import { dayMs, minuteMs } from './durations.ts'
import { localTime } from './local-time.ts'

/**
 * The instant (ms since the epoch) at which a zone's clocks show an ISO date and minutes since its midnight. For a time that occurs twice, the first; a time
 * that is skipped is moved later by the length of the skip, as order-ahead slots and gifts' times are. Throws RangeError for a zone that does not exist.
 */
export function instantOf(date: string, minutes: number, timeZone: string): number {
  const wallMs = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs
  const shownAt = (instantMs: number): number => {
    const shown = localTime(instantMs, timeZone)
    return Date.parse(`${shown.date}T00:00:00Z`) + shown.minutes * minuteMs
  }
  // No zone changes its clocks twice within two days, so that the offsets a day before and a day after are those before and after a change.
  const [before, after] = [wallMs - dayMs, wallMs + dayMs].map((at) => wallMs - (shownAt(at) - at))
  return [before!, after!].find((instantMs) => shownAt(instantMs) === wallMs) ?? before!
}

/** An instant (ms since the epoch) as the API writes it: ISO text in UTC. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()
