import { localTime, type LocalTime } from '#contract/local-time.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'

/** The local time at the restaurant; undefined in the first render, as on the server. */
export function useWallTime(): LocalTime | undefined {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  return zone === undefined || now === undefined ? undefined : localTime(now, zone)
}
