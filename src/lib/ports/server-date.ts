import { serverTime, setServerOffset } from './server-clock.ts'

/** Smaller than this (ms) is the answer's own way, not the clock's fault. */
const credibleMs = 60_000

/**
 * Notes an answer's `Date` header, where it bears one that can be read. `now` is the device's time at its arrival. True where the clock is found to be off by
 * another time than was known.
 */
export function noteServerDate(header: string | null, now: number): boolean {
  const at = Date.parse(header ?? '')
  if (Number.isNaN(at)) return false
  const known = serverTime(now)
  setServerOffset(Math.abs(at - now) < credibleMs ? 0 : at - now)
  return Math.abs(serverTime(now) - known) >= credibleMs / 2
}
