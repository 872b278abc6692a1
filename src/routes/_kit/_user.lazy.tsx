import { createLazyFileRoute, Navigate, Outlet } from '@tanstack/react-router'
import { useSession } from '#lib/query/portal-context.tsx'

/** Signed out in another tab, or by a refused refresh: nothing of the user's stays on the screen. */
function SignedIn() {
  return useSession().state === 'guest' ? <Navigate to="/login" replace /> : <Outlet />
}

export const Route = createLazyFileRoute('/_kit/_user')({ component: SignedIn })
