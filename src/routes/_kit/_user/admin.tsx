import { createFileRoute } from '@tanstack/react-router'
import type { AdminSearch } from '#features/admin/screens/admin-search.ts'

/** For administrators. Nothing links here: its screens, and the parsing of its search, are a chunk that no diner downloads. */
export const Route = createFileRoute('/_kit/_user/admin')({
  validateSearch: (search: Record<string, unknown>): AdminSearch => search,
})
