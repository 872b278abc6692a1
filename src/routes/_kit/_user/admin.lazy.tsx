import { createLazyFileRoute } from '@tanstack/react-router'
import { AdminScreen } from '#features/admin/screens/admin-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/admin')({ component: AdminScreen })
