import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '#features/ordering/screens/order-screen.tsx'

export const Route = createFileRoute('/order/')({ component: () => <OrderScreen /> })
