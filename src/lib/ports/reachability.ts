/**
 * Whether the restaurant can be reached, as calls have found. The browser's own opinion is ignored: it claims to be online on a Wi-Fi that leads nowhere, and
 * offline on a network that it does not know (reliability N7).
 */
export type Reachability = 'reachable' | 'unreachable'

/** `doubtful`: a call was cut. That may have been its connection alone, and the restaurant is being asked: no screen calls it offline yet. */
type Found = Reachability | 'doubtful'

let state: Found = 'reachable'
const listeners = new Set<() => void>()

/** What the most recent calls found; `reachable` until one has found otherwise. */
export const reachability = (): Found => state

/** Records what a call found. */
export function noteReachability(next: Found): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Calls the listener at every change. Returns a function that ends this. */
export function followReachability(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `run` each time that the restaurant answers again. Returns a function that ends this. */
export const onReachable = (run: () => void): (() => void) =>
  followReachability(() => {
    if (state === 'reachable') run()
  })
