import { createLazyFileRoute } from '@tanstack/react-router'
import { ReadOnlyScreen } from '#features/menus/screens/read-only-screen.tsx'

export const Route = createLazyFileRoute('/menu/readonly')({ component: ReadOnlyScreen })
