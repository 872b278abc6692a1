import { createLazyFileRoute } from '@tanstack/react-router'
import { OrderCartScreen } from '#features/ordering/screens/order-cart-screen.tsx'

export const Route = createLazyFileRoute('/_kit/ordercart')({ component: OrderCartScreen })
