import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Shell } from '#features/layout/screens/shell.tsx'
import { BrokenScreen } from '#features/layout/screens/broken-screen.tsx'
import { RedirectHome } from '#lib/paint/redirect-to.tsx'
import type { Portal } from '#lib/query/portal-context.tsx'

/** The context of every route's guard and loader. */
export type RouterContext = { queryClient: QueryClient; portal: Portal }

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  errorComponent: ({ error }) => (
    <BrokenScreen error={error instanceof Error ? error : new Error(String(error))} />
  ),
  notFoundComponent: RedirectHome,
})
