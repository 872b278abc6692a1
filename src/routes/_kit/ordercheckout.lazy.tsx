import { createLazyFileRoute } from '@tanstack/react-router'
import { CheckoutScreen } from '#features/checkout/screens/checkout-screen.tsx'

export const Route = createLazyFileRoute('/_kit/ordercheckout')({ component: CheckoutScreen })
