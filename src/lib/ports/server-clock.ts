/**
 * How far this device's clock is off, from the `Date` of the server's answers (reliability T1): even a phone whose clock was never set can then report at the
 * curb when its owner arrived.
 */

let offsetMs = 0

/** A smaller difference (ms) is the time that the answer traveled, not an error of the clock. */
const credibleMs = 60_000

/** Records an answer's `Date` header, if it has a valid one. `now` is the device's time when it arrived. */
export function noteServerDate(header: string | null, now: number): void {
  const at = Date.parse(header ?? '')
  if (Number.isNaN(at)) return
  offsetMs = Math.abs(at - now) < credibleMs ? 0 : at - now
}

/** The server's time for a time of this device's clock, both in ms since the epoch. */
export const serverTime = (now: number): number => now + offsetMs
