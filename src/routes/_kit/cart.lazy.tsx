import { createLazyFileRoute } from '@tanstack/react-router'
import { CartScreen } from '#features/physical-cards/screens/cart-screen.tsx'

export const Route = createLazyFileRoute('/_kit/cart')({ component: CartScreen })
