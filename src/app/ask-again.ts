import type { Query, QueryClient } from '@tanstack/react-query'
import type { Clock } from '#contract/ports.ts'
import { isFresh } from '#db/newest.ts'
import { onReachable, reachability } from '#lib/ports/reachability.ts'

/** What is younger than this (ms) is not asked for again: on a link that comes and goes, each return would cost the restaurant an answer. */
const freshMs = 60_000

/**
 * Whenever the restaurant answers again, what was shown from the device's copy meanwhile, or could not be read at all, is asked for anew: what is on the
 * screen at once, the rest when it is. The query client does not do it: for it, a read that fell back to the device's copy has succeeded just now, and every
 * read works without a network (lib/query/query-client.ts).
 */
export function askAgainWhenReachable(queryClient: QueryClient, clock: Clock): void {
  const askAgain = (): void =>
    void queryClient.invalidateQueries(
      { predicate: (query) => isOld(query, clock.now()) },
      { cancelRefetch: false },
    )
  onReachable(askAgain)
  // It may be back since the launch.
  if (reachability() === 'reachable') askAgain()
}

/** A read that is on its way is the newest there can be. */
function isOld({ state }: Query, nowMs: number): boolean {
  if (state.fetchStatus !== 'idle') return false
  const savedAt = savedAtOf(state.data)
  return state.status === 'error' || (savedAt !== undefined && !isFresh({ savedAt }, nowMs, freshMs))
}

/** When a read's data was known to be true (ms since the epoch), of a list that comes in pages its first; undefined for what bears no time. */
function savedAtOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('savedAt' in data && typeof data.savedAt === 'number') return data.savedAt
  return 'pages' in data && Array.isArray(data.pages) ? savedAtOf(data.pages[0]) : undefined
}
