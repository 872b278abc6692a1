import { createLazyFileRoute } from '@tanstack/react-router'
import { MembersOnly } from '#lib/query/members-only.tsx'

export const Route = createLazyFileRoute('/_kit/_user')({ component: MembersOnly })
