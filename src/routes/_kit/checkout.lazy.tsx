import { createLazyFileRoute } from '@tanstack/react-router'
import { PhysicalCheckoutScreen } from '#features/physical-cards/screens/physical-checkout-screen.tsx'

export const Route = createLazyFileRoute('/_kit/checkout')({ component: PhysicalCheckoutScreen })
