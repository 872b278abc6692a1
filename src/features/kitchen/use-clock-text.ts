import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import { useLocationCopy } from '#lib/query/location.ts'

/** Returns a function that formats an instant (ms) in the restaurant's local time: `6:30pm`. */
export function useClockText(): (instantMs: number) => string {
  const zone = useLocationCopy()?.location.time_zone ?? 'UTC'
  return (instantMs) => formatTimeOfDay(localTime(instantMs, zone).minutes)
}
