/**
 * How far this device's clock is off, by the `Date` that the server's answers bear (reliability T1): a phone whose clock was never set still says at
 * the curb when it was that somebody arrived.
 */

let offsetMs = 0

/** Smaller than this (ms) is the answer's own way, not the clock's fault. */
const credibleMs = 60_000

/** Notes an answer's `Date` header, where it bears one that can be read. `now` is the device's time at its arrival. */
export function noteServerDate(header: string | null, now: number): void {
  const at = Date.parse(header ?? '')
  if (Number.isNaN(at)) return
  offsetMs = Math.abs(at - now) < credibleMs ? 0 : at - now
}

/** The server's time for a time of this device's clock, both in ms since the epoch. */
export const serverTime = (now: number): number => now + offsetMs
