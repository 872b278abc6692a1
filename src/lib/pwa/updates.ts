/** A new version that can be applied at once. */
export type WaitingUpdate = {
  /** Takes over and reloads. `alone`: only if no other window of the portal is open, which would lose the files that it started with. */
  take(options?: { alone: boolean }): void
}

let waiting: WaitingUpdate | undefined
const listeners = new Set<() => void>()

/** The waiting update: `get` and `subscribe` are for useSyncExternalStore. */
export const updates = {
  get: (): WaitingUpdate | undefined => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  offer(update: WaitingUpdate): void {
    waiting = update
    for (const listener of listeners) listener()
  },
}
