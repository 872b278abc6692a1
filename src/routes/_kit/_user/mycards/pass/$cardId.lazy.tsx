import { createLazyFileRoute } from '@tanstack/react-router'
import { PassCardScreen } from '#features/card-orders/screens/pass-card-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/mycards/pass/$cardId')({
  component: function PassCard() {
    const { cardId } = Route.useParams()
    return <PassCardScreen key={cardId} cardId={cardId} />
  },
})
