import { useSyncExternalStore } from 'react'

let now: number | undefined = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** How old the time may become (ms). */
const renewMs = 30_000

const tick = (): void => {
  now = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // Nothing may have read it since the page was opened.
  if (now && Math.abs(Date.now() - now) > renewMs) tick()
  timer ??= setInterval(tick, renewMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/**
 * Makes the time undefined while React hydrates markup that was made without it: what depends on the time would otherwise be rendered a second time in the same
 * task. Returns a function that sets it again.
 */
export function holdClock(): () => void {
  now = undefined
  return tick
}

/**
 * The time (ms since the epoch), updated every half minute: enough for "open until" and "3 min ago". Undefined in the page's own markup, which may be days old
 * when it is opened:
 * what depends on the time is filled in later, in a space reserved for it.
 */
export const useNow = (): number | undefined =>
  useSyncExternalStore<number | undefined>(
    subscribe,
    () => now,
    () => undefined,
  )
