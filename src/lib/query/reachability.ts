import { useSyncExternalStore } from 'react'

/**
 * Whether the restaurant can be reached, by what calls have found, not only by what the browser believes: `navigator.onLine` is true on a
 * Wi-Fi that leads nowhere. Only for words on the screen; nothing is decided by it.
 */
export type Reachability = 'reachable' | 'unreachable'

let state: Reachability = 'reachable'
const listeners = new Set<() => void>()

/** Notes what a call found. */
export function noteReachability(next: Reachability): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Live, for a screen. The server's page and the first client render agree on `reachable`. */
export const useReachability = (): Reachability =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'reachable',
  )
