import { useSyncExternalStore } from 'react'

let now: number | undefined = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** How long a time is good enough (ms). */
const renewMs = 30_000

const tick = (): void => {
  now = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // Nobody may have asked for it since the page was opened.
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
 * Takes the time away for as long as React takes over markup that was made without it: what depends on it would be drawn a second time in the very
 * task that takes over. Gives what lets it go on.
 */
export function holdClock(): () => void {
  now = undefined
  return tick
}

/**
 * The time (ms since the epoch), renewed every half minute: enough for "open until" and "3 min ago". Undefined in the page's own markup, which may
 * be days old when it is opened: what depends on the time is filled in after it, in a place of its own size.
 */
export const useNow = (): number | undefined =>
  useSyncExternalStore<number | undefined>(
    subscribe,
    () => now,
    () => undefined,
  )
