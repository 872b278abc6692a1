import type { QueryClient } from '@tanstack/react-query'
import { Outlet, redirect, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { findSwitchedOff } from '#contract/rules/features.ts'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Aged } from './device-backed.ts'
import { keys } from './keys.ts'
import { type Portal, usePortal, useSession } from './portal-context.tsx'
import { keepPreviousPath } from './session-marks.ts'

/** Where a guest is sent from a members' screen; the way back is kept (specification §2, route table). */
function signInFrom(path: string) {
  keepPreviousPath(path)
  return { to: '/login', replace: true, state: { from: path } } as const
}

type Asked = { context: { queryClient: QueryClient; portal: Portal }; location: { pathname: string } }

/** Sends a guest from a members' route to the sign-in. If the restaurant does not offer the feature at all, the guest stays, and the layout says so. */
export function leadToSignIn({ context: { queryClient, portal }, location: { pathname } }: Asked): void {
  const copy = queryClient.getQueryData<Aged<LocationCopy>>(keys.location(portal.facts.host.locationId))
  const settings = copy?.value.location.settings
  if (settings && findSwitchedOff(settings, pathname, 'guest')) return
  throw redirect(signInFrom(pathname))
}

/** The routes below a members' route: nothing of the user's is shown once nobody is signed in. */
export function MembersOnly() {
  return useSession().state === 'guest' ? <ToLogin /> : <Outlet />
}

/** According to the device's store nobody is signed in, or nobody is any longer, because of another tab or a refused refresh. */
function ToLogin() {
  const { session } = usePortal()
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const gone = useRef(false)
  useEffect(() => {
    // Strict mode runs this twice; a person who has signed in again meanwhile stays.
    if (gone.current || session.get().state !== 'guest') return
    gone.current = true
    // It is already going there, with the message that the session has ended (launch/page-actions.ts).
    if (router.latestLocation.pathname === '/login') return
    void router.navigate(signInFrom(path))
  }, [path, router, session])
  return null
}
