import { createLazyFileRoute, Outlet } from '@tanstack/react-router'
import { Kit } from '#lib/ui/kit.tsx'

export const Route = createLazyFileRoute('/_kit')({
  component: () => (
    <Kit>
      <Outlet />
    </Kit>
  ),
})
