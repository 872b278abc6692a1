import { createLazyFileRoute } from '@tanstack/react-router'
import { ReadOnlyScreen } from '#features/menus/screens/read-only-screen.tsx'

/** Read and printed, seldom launched on: its screen is a chunk of its own. */
export const Route = createLazyFileRoute('/menu/readonly')({ component: ReadOnlyScreen })
