import type { EstimateRules } from '#contract/schemas/estimate-rules.ts'
import type { AttemptRow } from '#db/attempts.ts'
import type { WatchedTicket } from '#db/observe.ts'
import type { TicketRow } from '#db/tickets.ts'
import type { viewTicket } from '#lib/sync/ticket-view.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import type { Services } from './services.ts'

/** The active ticket as every screen sees it. `loading` until the device's store has been read. */
export type TicketState =
  | { state: 'loading' }
  | { state: 'none' }
  | { state: 'active'; view: TicketView; row: TicketRow; attempt: AttemptRow | undefined }
  /** The server's amounts cannot be read: no total is shown, and nothing can be paid. */
  | { state: 'unreadable'; row: TicketRow }

export type TicketStore = {
  get(): TicketState
  subscribe(listener: () => void): () => void
  /** Begins to observe the device's store. `view` is passed in, so that the launch does not have to load the arithmetic. */
  follow(services: Services, rules: () => EstimateRules | undefined, view: typeof viewTicket): void
}

/** Resolves when the ticket meets the condition, at once if it already does. */
export function whenTicket(store: TicketStore, is: (state: TicketState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!is(store.get())) return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
}

/** One live query for the whole portal, so that every screen sees the same ticket in the same frame. */
export function createTicketStore(): TicketStore {
  let state: TicketState = { state: 'loading' }
  const listeners = new Set<() => void>()
  const set = (next: TicketState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow(services, rules, view) {
      services.observeTicket((watched) => set(stateOf(watched, rules(), view)))
    },
  }
}

function stateOf(
  watched: WatchedTicket | undefined,
  rules: EstimateRules | undefined,
  view: typeof viewTicket,
): TicketState {
  if (!watched) return { state: 'none' }
  const { row, pending, attempt } = watched
  try {
    return { state: 'active', view: view(row, pending, rules), row, attempt }
  } catch (cause) {
    if (cause instanceof RangeError) return { state: 'unreadable', row }
    throw cause
  }
}
