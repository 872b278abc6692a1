import type { AnyRouter } from '@tanstack/react-router'
import { isWayIn } from '#features/account/ways-in.ts'
import { forgetPreviousPath, keepPreviousPath } from '#lib/query/session-marks.ts'
import type { SessionStore } from '#lib/query/session-store.ts'

/**
 * Whoever goes to sign in or up from a screen, by whatever link, comes back to it (specification §2 *Login*, `previouspath`). A guarded address has said
 * itself where to come back to, and a member on the way to /login is signing out. Who goes elsewhere without signing in is not led back later.
 */
export function rememberReturnPath(
  router: Pick<AnyRouter, 'subscribe'>,
  session: Pick<SessionStore, 'get'>,
): () => void {
  return router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (!isWayIn(toLocation.pathname)) return forgetPreviousPath()
    const isOfGuard = toLocation.state.from !== undefined
    if (!fromLocation || isWayIn(fromLocation.pathname) || isOfGuard || session.get().state === 'user') return
    keepPreviousPath(fromLocation.href)
  })
}
