import { createLazyFileRoute } from '@tanstack/react-router'
import { PhysicalCardsScreen } from '#features/physical-cards/screens/physical-cards-screen.tsx'

export const Route = createLazyFileRoute('/_kit/physicalcards')({ component: PhysicalCardsScreen })
