import { createLazyFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#features/account/screens/forgot-password-screen.tsx'

export const Route = createLazyFileRoute('/_kit/forgotpassword')({ component: ForgotPasswordScreen })
