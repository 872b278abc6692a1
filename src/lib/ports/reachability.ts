/**
 * Whether the restaurant can be reached, by what calls have found. What the browser believes counts for nothing: it is online on a Wi-Fi that leads nowhere, and
 * offline beside a network that it does not know (reliability N7).
 */
export type Reachability = 'reachable' | 'unreachable'

let state: Reachability = 'reachable'
const listeners = new Set<() => void>()

/** What the last calls found; `reachable` until one has found otherwise. */
export const reachability = (): Reachability => state

/** Notes what a call found. */
export function noteReachability(next: Reachability): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Called at every change, until what it gives is called. */
export function followReachability(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called each time that the restaurant answers again, until what it gives is called. */
export const onReachable = (run: () => void): (() => void) =>
  followReachability(() => {
    if (state === 'reachable') run()
  })
