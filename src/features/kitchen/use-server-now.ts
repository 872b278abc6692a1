import { serverTime } from '#lib/ports/server-clock.ts'
import { useNow } from '#lib/time/use-now.ts'

/** The server's time (ms), to compare with the restaurant's deadlines: a wall tablet's clock may be minutes off. Undefined as `useNow`. */
export function useServerNow(): number | undefined {
  const now = useNow()
  return now === undefined ? undefined : serverTime(now)
}
