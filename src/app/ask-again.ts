import type { Query, QueryClient } from '@tanstack/react-query'
import type { Clock } from '#contract/ports.ts'
import { isFresh } from '#db/newest.ts'
import { onReachable, reachability } from '#lib/ports/reachability.ts'

/** Data younger than this (ms) is not fetched again: on an unstable network, each reconnection would cost the restaurant an answer. */
const freshMs = 60_000

/**
 * Whenever the restaurant answers again, refetches what was shown from the device's copy meanwhile, or could not be read: what is on the screen at once, the
 * rest when it is shown. The query client does not do this: to it, a read that fell back to the device's copy has just succeeded, and every read works without
 * a network (lib/query/query-client.ts).
 */
export function askAgainWhenReachable(queryClient: QueryClient, clock: Clock): void {
  const askAgain = (): void =>
    void queryClient.invalidateQueries(
      { predicate: (query) => isOld(query, clock.now()) },
      { cancelRefetch: false },
    )
  onReachable(askAgain)
  // The network may have come back since the launch.
  if (reachability() === 'reachable') askAgain()
}

/** A read that is under way will have the newest data. */
function isOld({ state }: Query, nowMs: number): boolean {
  if (state.fetchStatus !== 'idle') return false
  const savedAt = savedAtOf(state.data)
  return state.status === 'error' || (savedAt !== undefined && !isFresh({ savedAt }, nowMs, freshMs))
}

/** When a read's data was last confirmed (ms since the epoch), of a paged list its first page; undefined for data without a time. */
function savedAtOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('savedAt' in data && typeof data.savedAt === 'number') return data.savedAt
  return 'pages' in data && Array.isArray(data.pages) ? savedAtOf(data.pages[0]) : undefined
}
