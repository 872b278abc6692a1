import { createFileRoute } from '@tanstack/react-router'
import { MembersOnly, leadToSignIn } from '#lib/query/members-only.tsx'

/**
 * Screens for signed-in users only that belong to the launch, so that they are shown before it is known who is signed in: until then they show nothing
 * personal. Others go to /login, which remembers the page they came from (specification §2, route table).
 */
export const Route = createFileRoute('/_user')({
  beforeLoad({ preload, ...asked }) {
    const { portal } = asked.context
    // Not awaited, and not even started here: a launch has to read the cards first (launch/start.tsx).
    if (portal.session.get().state !== 'guest' || preload) return
    leadToSignIn(asked)
  },
  component: MembersOnly,
})
