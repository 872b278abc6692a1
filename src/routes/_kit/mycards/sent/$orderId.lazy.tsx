import { createLazyFileRoute } from '@tanstack/react-router'
import { SentGiftScreen } from '#features/card-orders/screens/sent-gift-screen.tsx'

export const Route = createLazyFileRoute('/_kit/mycards/sent/$orderId')({
  component: function SentGift() {
    const { orderId } = Route.useParams()
    return <SentGiftScreen key={orderId} orderId={orderId} />
  },
})
