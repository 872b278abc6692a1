import { createFileRoute } from '@tanstack/react-router'
import { MenusScreen } from '#features/menus/screens/menus-screen.tsx'

export const Route = createFileRoute('/menus/')({ component: MenusScreen })
