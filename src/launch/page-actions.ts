import type { QueryClient } from '@tanstack/react-query'
import type { Reads } from '#lib/query/effects.ts'
import { keys } from '#lib/query/keys.ts'
import type { AgedUser } from '#lib/query/aged-user.ts'
import { showUser } from '#lib/query/show-user.ts'
import { readsOf } from '#lib/query/reads.ts'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import type { SessionStore } from '#lib/query/session-store.ts'
import type { createPortalRouter } from '../router.tsx'

/** What the services may do to the page: they are loaded later, and know neither the router nor the query cache. */
export type PageActions = {
  session: SessionStore
  /** Removes everything personal from the page's memory. */
  forgetPersonal(): void
  /** The stored user changed, in this tab, another one or the worker. */
  showUser(principal: string, user: AgedUser): void
  /** The page's query cache: a change makes some of it stale. */
  reads: Reads
  /** The session could not be renewed (specification §4): keeps where the person was and goes to /login; at /kitchen stays. */
  askToSignIn(): void
}

/** The actions of a page. `routerOf` is called only when needed, since the router is created from the portal, after this. */
export function createPageActions(
  queryClient: QueryClient,
  locationId: string,
  session: SessionStore,
  routerOf: () => ReturnType<typeof createPortalRouter>,
): PageActions {
  return {
    session,
    forgetPersonal() {
      // Active queries are reset, so that they run again: a removed one would never be answered. Inactive ones are keyed by person.
      const open = queryClient.getQueryCache().findAll({ queryKey: keys.current(locationId), type: 'active' })
      queryClient.removeQueries({
        queryKey: keys.personal(locationId),
        predicate: (query) => !open.includes(query),
      })
      void queryClient.resetQueries({ queryKey: keys.current(locationId), type: 'active' })
      // Submitted data stays in the mutation cache for minutes, passwords included.
      queryClient.getMutationCache().clear()
    },
    showUser(principal, user) {
      showUser(queryClient, locationId, principal, user)
    },
    reads: readsOf(queryClient),
    askToSignIn() {
      const router = routerOf()
      // Only the path: a query may contain a token.
      const { pathname } = router.state.location
      // The kitchen's board reports it itself, and continues once its tablet is signed in.
      if (/^\/(login|kitchen)\/?$/i.test(pathname)) return
      keepPreviousPath(pathname)
      void router.navigate({ to: '/login', state: { isSessionOver: true } })
    },
  }
}
