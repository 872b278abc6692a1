import { createLazyFileRoute } from '@tanstack/react-router'
import { CheckScreen } from '#features/cards/screens/check-screen.tsx'

export const Route = createLazyFileRoute('/_kit/mycards/check')({ component: CheckScreen })
