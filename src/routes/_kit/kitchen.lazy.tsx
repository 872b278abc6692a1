import { createLazyFileRoute } from '@tanstack/react-router'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'

/** For the staff, signed in or not: a tablet enters its code here. Nothing links here: it is a chunk that no diner downloads. */
export const Route = createLazyFileRoute('/_kit/kitchen')({ component: KitchenScreen })
