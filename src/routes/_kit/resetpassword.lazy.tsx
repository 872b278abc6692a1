import { createLazyFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/account/screens/reset-password-screen.tsx'

export const Route = createLazyFileRoute('/_kit/resetpassword')({ component: ResetPasswordScreen })
