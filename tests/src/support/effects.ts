import type { QueryClient } from '@tanstack/react-query'
import type { ApiSettings } from '#lib/api/client.ts'
import { applyEffects } from '#lib/query/effects.ts'
import { readsOf } from '#lib/query/reads.ts'

/** What a page's API is given (launch/services.ts): every change makes stale what it makes stale. */
export const changesOf =
  (client: QueryClient): NonNullable<ApiSettings['onChange']> =>
  (endpoint, outcome) =>
    applyEffects(readsOf(client), endpoint, outcome)
