import { createFileRoute, redirect } from '@tanstack/react-router'
import { keepPreviousPath } from '#lib/query/session-marks.ts'

/** Screens for signed-in users only: others go to /login, which remembers the page they came from (specification §2, route table). */
export const Route = createFileRoute('/_kit/_user')({
  async beforeLoad({ context, location, preload }) {
    const { portal } = context
    await portal.load()
    if (portal.session.get().state === 'user' || preload) return
    keepPreviousPath(location.pathname)
    throw redirect({ to: '/login', replace: true, state: { from: location.pathname } })
  },
})
