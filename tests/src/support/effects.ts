import type { QueryClient } from '@tanstack/react-query'
import type { ApiSettings } from '#lib/api/client.ts'
import { applyEffects } from '#lib/query/effects.ts'
import { readsOf } from '#lib/query/reads.ts'

/** The listener for changes that a page's API gets: every change marks the queries that it makes stale. */
export const changesOf =
  (client: QueryClient): NonNullable<ApiSettings['onChange']> =>
  (endpoint, outcome) =>
    applyEffects(readsOf(client), endpoint, outcome)
