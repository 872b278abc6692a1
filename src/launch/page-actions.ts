import type { QueryClient } from '@tanstack/react-query'
import type { Reads } from '#lib/query/effects.ts'
import { keys } from '#lib/query/keys.ts'
import type { AgedUser } from '#lib/query/aged-user.ts'
import { showUser } from '#lib/query/show-user.ts'
import { readsOf } from '#lib/query/reads.ts'
import { keepPreviousPath } from '#lib/query/session-marks.ts'
import type { SessionStore } from '#lib/query/session-store.ts'
import type { createPortalRouter } from '../router.tsx'

/** What the services may do to the page: they arrive later and know neither the router nor the query cache. */
export type PageActions = {
  session: SessionStore
  /** Everything personal leaves the page's own memory. */
  forgetPersonal(): void
  /** The device's copy of the user changed, in this tab, another one or the worker. */
  showUser(principal: string, user: AgedUser): void
  /** What the page's memory holds: a change makes some of it stale. */
  reads: Reads
  /** The session could not be renewed (specification §4): keeps where the person was and goes to /login; at /kitchen stays. */
  askToSignIn(): void
}

/** The actions of a page. `routerOf` is asked only when something happens: the router is made of the portal, and so after this. */
export function createPageActions(
  queryClient: QueryClient,
  locationId: string,
  session: SessionStore,
  routerOf: () => ReturnType<typeof createPortalRouter>,
): PageActions {
  return {
    session,
    forgetPersonal() {
      // A screen that is open asks again: what is taken from under it would never be answered. The others' keys bear whose they are.
      const open = queryClient.getQueryCache().findAll({ queryKey: keys.current(locationId), type: 'active' })
      queryClient.removeQueries({
        queryKey: keys.personal(locationId),
        predicate: (query) => !open.includes(query),
      })
      void queryClient.resetQueries({ queryKey: keys.current(locationId), type: 'active' })
      // What was submitted stands there for minutes: passwords, too.
      queryClient.getMutationCache().clear()
    },
    showUser(principal, user) {
      showUser(queryClient, locationId, principal, user)
    },
    reads: readsOf(queryClient),
    askToSignIn() {
      const router = routerOf()
      // The path alone: a query may hold a token.
      const { pathname } = router.state.location
      // The kitchen's board says so itself, and goes on where its tablet is signed in.
      if (/^\/(login|kitchen)\/?$/i.test(pathname)) return
      keepPreviousPath(pathname)
      void router.navigate({ to: '/login', state: { isSessionOver: true } })
    },
  }
}
