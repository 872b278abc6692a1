import { createFileRoute } from '@tanstack/react-router'

/** For the staff. Nothing links here: it is a chunk that no diner downloads. */
export const Route = createFileRoute('/_kit/_user/kitchen')({})
