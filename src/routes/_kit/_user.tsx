import { createFileRoute } from '@tanstack/react-router'
import { leadToSignIn, MembersOnly } from '#lib/query/members-only.tsx'

/** Screens for signed-in users only: others go to /login, which remembers the page they came from (specification §2, route table). */
export const Route = createFileRoute('/_kit/_user')({
  async beforeLoad({ preload, ...asked }) {
    const { portal } = asked.context
    await portal.load()
    if (portal.session.get().state === 'user' || preload) return
    leadToSignIn(asked)
  },
  component: MembersOnly,
})
