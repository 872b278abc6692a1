import { createLazyFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '#features/account/screens/sign-up-screen.tsx'

export const Route = createLazyFileRoute('/_kit/signup')({ component: SignUpScreen })
