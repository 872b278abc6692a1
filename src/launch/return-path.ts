import type { AnyRouter } from '@tanstack/react-router'
import { isWayIn } from '#features/account/ways-in.ts'
import { forgetPreviousPath, keepPreviousPath } from '#lib/query/session-marks.ts'
import type { SessionStore } from '#lib/query/session-store.ts'

/**
 * Somebody who leaves a screen to sign in or up, by any link, returns to it (specification §2 *Login*, `previouspath`). A members-only address has stored its
 * own path, and a member who goes to /login is signing out. Somebody who goes elsewhere without signing in is not sent back later.
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
