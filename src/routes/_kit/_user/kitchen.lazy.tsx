import { createLazyFileRoute } from '@tanstack/react-router'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/kitchen')({ component: KitchenScreen })
