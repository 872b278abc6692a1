import { createLazyFileRoute } from '@tanstack/react-router'
import { RewardsScreen } from '#features/rewards/screens/rewards-screen.tsx'

export const Route = createLazyFileRoute('/_kit/rewards')({ component: RewardsScreen })
