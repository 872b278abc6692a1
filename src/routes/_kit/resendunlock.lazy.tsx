import { createLazyFileRoute } from '@tanstack/react-router'
import { ResendUnlockScreen } from '#features/account/screens/resend-unlock-screen.tsx'

export const Route = createLazyFileRoute('/_kit/resendunlock')({ component: ResendUnlockScreen })
