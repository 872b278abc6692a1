import { createLazyFileRoute } from '@tanstack/react-router'
import { ReadOnlyScreen } from '#features/menus/screens/read-only-screen.tsx'

/** For reading and printing, rarely the first screen: its screen is a chunk of its own. */
export const Route = createLazyFileRoute('/menu/readonly')({ component: ReadOnlyScreen })
