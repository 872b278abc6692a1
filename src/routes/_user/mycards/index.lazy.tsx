import { createLazyFileRoute } from '@tanstack/react-router'
import { MyCardsScreen } from '#features/cards/screens/my-cards-screen.tsx'

export const Route = createLazyFileRoute('/_user/mycards/')({ component: MyCardsScreen })
