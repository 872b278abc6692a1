import { createLazyFileRoute } from '@tanstack/react-router'
import { CardScreen } from '#features/cards/screens/card-screen.tsx'

export const Route = createLazyFileRoute('/_user/mycards/$cardId/view')({
  component: () => <CardScreen cardId={Route.useParams().cardId} />,
})
