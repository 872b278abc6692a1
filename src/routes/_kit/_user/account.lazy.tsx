import { createLazyFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#features/account/screens/account-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/account')({ component: AccountScreen })
