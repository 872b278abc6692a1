/** Who is signed in, as every screen sees it. `loading` until the device's store has been read. */
export type SessionState =
  | { state: 'loading' }
  | { state: 'guest' }
  | { state: 'user'; principal: string; email: string }

export type SessionStore = {
  get(): SessionState
  subscribe(hear: () => void): () => void
  set(next: SessionState): void
}

/** One answer for the whole tab. On the launch path: it knows no database and no network, which tell it later. */
export function createSessionStore(): SessionStore {
  let state: SessionState = { state: 'loading' }
  const hearers = new Set<() => void>()
  return {
    get: () => state,
    subscribe(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    set(next) {
      if (isSame(state, next)) return
      state = next
      for (const hear of hearers) hear()
    },
  }
}

const isSame = (one: SessionState, other: SessionState): boolean =>
  one.state === 'user' && other.state === 'user'
    ? one.principal === other.principal && one.email === other.email
    : one.state === other.state
