import { createFileRoute, Outlet, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePortal, useSession } from '#lib/query/portal-context.tsx'
import { keepPreviousPath } from '#lib/query/session-marks.ts'

/**
 * Screens for signed-in users only that belong to the launch path, so that they are on the screen before anybody has read who is signed in: they
 * show nothing that is somebody's own until then. Others go to /login, which remembers the page they came from (specification §2, route table).
 */
export const Route = createFileRoute('/_user')({
  beforeLoad({ context, location, preload }) {
    const { portal } = context
    // Not waited for, and not even begun here: a launch has the cards to read first (launch/start.tsx).
    if (portal.session.get().state !== 'guest' || preload) return
    keepPreviousPath(location.pathname)
    throw redirect({ to: '/login', replace: true, state: { from: location.pathname } })
  },
  component: OwnScreens,
})

function OwnScreens() {
  return useSession().state === 'guest' ? <ToLogin /> : <Outlet />
}

/** Nobody is signed in, as the device's store now says; or no longer, by another tab or a refused refresh. */
function ToLogin() {
  const { session } = usePortal()
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const gone = useRef(false)
  useEffect(() => {
    // Strict mode runs this twice; whoever has signed in again meanwhile stays.
    if (gone.current || session.get().state !== 'guest') return
    gone.current = true
    // On the way there already, with the word that a session is over (launch/page-actions.ts).
    if (router.latestLocation.pathname === '/login') return
    keepPreviousPath(path)
    void router.navigate({ to: '/login', replace: true, state: { from: path } })
  }, [path, router, session])
  return null
}
