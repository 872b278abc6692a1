import { localTime, type LocalTime } from '#contract/local-time.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'

/** What a clock on the restaurant's wall shows; undefined in the first render, which is the server's, too. */
export function useWallTime(): LocalTime | undefined {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  return zone === undefined || now === undefined ? undefined : localTime(now, zone)
}
