import { createLazyFileRoute } from '@tanstack/react-router'
import { CateringScreen } from '#features/content/screens/catering-screen.tsx'

export const Route = createLazyFileRoute('/catering')({ component: CateringScreen })
