import { createLazyFileRoute } from '@tanstack/react-router'
import { WaitingScreen } from '#features/waiting/screens/waiting-screen.tsx'

export const Route = createLazyFileRoute('/_kit/waiting')({ component: WaitingScreen })
