import { serverTime } from '#lib/ports/server-clock.ts'
import { useNow } from '#lib/time/use-now.ts'

/** The time (ms) by which the restaurant says until when something is so: a tablet on the wall may be minutes off. Undefined as `useNow`. */
export function useServerNow(): number | undefined {
  const now = useNow()
  return now === undefined ? undefined : serverTime(now)
}
