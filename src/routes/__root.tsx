import { createRootRouteWithContext, Navigate, Outlet } from '@tanstack/react-router'
import { Shell } from '#features/layout/screens/shell.tsx'
import { BrokenScreen } from '#features/layout/screens/broken-screen.tsx'
import type { RouterContext } from '../router.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  errorComponent: ({ error }) => <BrokenScreen error={error instanceof Error ? error : new Error(String(error))} />,
  // Unknown paths go to / (specification §2, route table).
  notFoundComponent: () => <Navigate to="/" replace />,
})
