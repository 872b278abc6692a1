import { createLazyFileRoute, Outlet } from '@tanstack/react-router'
import { Kit } from '#lib/ui/kit.tsx'

/** The screens that use the kit. Their layout and screens are chunks of their own, so that the launch loads none of it. */
export const Route = createLazyFileRoute('/_kit')({
  component: () => (
    <Kit>
      <Outlet />
    </Kit>
  ),
})
