import { createLazyFileRoute, Outlet } from '@tanstack/react-router'
import { Kit } from '#lib/ui/kit.tsx'

/** The rooms made of the kit. Their layout and screens are chunks of their own, so that the launch path carries none of it. */
export const Route = createLazyFileRoute('/_kit')({
  component: () => (
    <Kit>
      <Outlet />
    </Kit>
  ),
})
