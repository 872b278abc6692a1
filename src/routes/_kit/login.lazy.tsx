import { createLazyFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#features/account/screens/login-screen.tsx'

export const Route = createLazyFileRoute('/_kit/login')({ component: LoginScreen })
