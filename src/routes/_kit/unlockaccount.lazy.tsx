import { createLazyFileRoute } from '@tanstack/react-router'
import { UnlockAccountScreen } from '#features/account/screens/unlock-account-screen.tsx'

export const Route = createLazyFileRoute('/_kit/unlockaccount')({ component: UnlockAccountScreen })
