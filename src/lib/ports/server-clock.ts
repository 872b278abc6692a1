/**
 * How far this device's clock is off, from the `Date` of the server's answers (reliability T1): even a phone whose clock was never set can then report at the
 * curb when its owner arrived. A file of its own (server-date.ts) measures it: every launch loads this one.
 */

let offsetMs = 0

/** Sets how far the server's clock is ahead of this device's (ms). */
export const setServerOffset = (ms: number): void => void (offsetMs = ms)

/** The server's time for a time of this device's clock, both in ms since the epoch. */
export const serverTime = (now: number): number => now + offsetMs
