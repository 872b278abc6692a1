import { createLazyFileRoute } from '@tanstack/react-router'
import { GiftScreen } from '#features/cards/screens/gift-screen.tsx'

export const Route = createLazyFileRoute('/_kit/gift/$cardId')({
  component: () => <GiftScreen cardId={Route.useParams().cardId} />,
})
