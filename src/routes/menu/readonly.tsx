import { createFileRoute } from '@tanstack/react-router'

/** Read and printed, seldom launched on: its screen is a chunk of its own. */
export const Route = createFileRoute('/menu/readonly')({})
