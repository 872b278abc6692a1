import { createFileRoute } from '@tanstack/react-router'
import { MembersOnly, leadToSignIn } from '#lib/query/members-only.tsx'

/**
 * Screens for signed-in users only that belong to the launch path, so that they are on the screen before anybody has read who is signed in: they
 * show nothing that is somebody's own until then. Others go to /login, which remembers the page they came from (specification §2, route table).
 */
export const Route = createFileRoute('/_user')({
  beforeLoad({ preload, ...asked }) {
    const { portal } = asked.context
    // Not waited for, and not even begun here: a launch has the cards to read first (launch/start.tsx).
    if (portal.session.get().state !== 'guest' || preload) return
    leadToSignIn(asked)
  },
  component: MembersOnly,
})
