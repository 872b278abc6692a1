import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { useLocationCopy } from '#lib/query/location.ts'

/** Gives what writes an instant (ms) as the clock on the restaurant's wall shows it: `6:30pm`. */
export function useClockText(): (instantMs: number) => string {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  return (instantMs) => formatTimeOfDay(localTime(instantMs, zone).minutes)
}
