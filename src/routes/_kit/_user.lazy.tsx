import { createLazyFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#lib/query/portal-context.tsx'

/** Signed out in another tab, or by a refused refresh: nothing of the user's stays on the screen. */
function SignedIn() {
  return useSession().state === 'guest' ? <ToLogin /> : <Outlet />
}

function ToLogin() {
  const router = useRouter()
  useEffect(() => {
    // Or on the way there already, with the word that a session is over (launch/page-actions.ts).
    if (router.latestLocation.pathname !== '/login') void router.navigate({ to: '/login', replace: true })
  }, [router])
  return null
}

export const Route = createLazyFileRoute('/_kit/_user')({ component: SignedIn })
