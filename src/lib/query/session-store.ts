/** Who is signed in, as every screen sees it. `loading` until the device's store has been read. */
export type SessionState =
  | { state: 'loading' }
  | { state: 'guest' }
  | { state: 'user'; principal: string; email: string }

export type SessionStore = {
  get(): SessionState
  subscribe(listener: () => void): () => void
  set(next: SessionState): void
}

/** One state for the whole tab. Loaded by the launch: it knows no database and no network, which update it later. */
export function createSessionStore(): SessionStore {
  let state: SessionState = { state: 'loading' }
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (isSame(state, next)) return
      state = next
      for (const listener of listeners) listener()
    },
  }
}

const isSame = (one: SessionState, other: SessionState): boolean =>
  one.state === 'user' && other.state === 'user'
    ? one.principal === other.principal && one.email === other.email
    : one.state === other.state
