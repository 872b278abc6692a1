import { createLazyFileRoute } from '@tanstack/react-router'
import { SentGiftsScreen } from '#features/card-orders/screens/sent-gifts-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/mycards/sent/')({ component: SentGiftsScreen })
