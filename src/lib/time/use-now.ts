import { useSyncExternalStore } from 'react'
import { serverTime } from '#lib/ports/server-clock.ts'

let now: number | undefined = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** How old the time may become (ms). */
const renewMs = 30_000

/** Looks at the clock again: it was found to be wrong, or may have moved on. */
export const renewNow = (): void => {
  now = serverTime(Date.now())
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // Nothing may have read it since the page was opened. While the time is held, the difference is NaN.
  if (Math.abs(serverTime(Date.now()) - now!) > renewMs) renewNow()
  timer ??= setInterval(renewNow, renewMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) timer = void clearInterval(timer)
  }
}

/**
 * Makes the time undefined while React hydrates markup that was made without it: what depends on the time would otherwise be rendered a second time in the same
 * task. `renewNow` sets it again.
 */
export const holdClock = (): void => void (now = undefined)

/**
 * The time at the restaurant (ms since the epoch): the server's, as far as its answers tell, since this device's clock may be wrong (reliability T1). Updated
 * every half minute: enough for "open until" and "3 min ago". Undefined in the page's own markup, which may be days old when it is opened: what depends on the
 * time is filled in later, in a space reserved for it. Times that this device recorded itself are compared with it by `serverTime`.
 */
export const useNow = (): number | undefined =>
  useSyncExternalStore<number | undefined>(
    subscribe,
    () => now,
    () => undefined,
  )
