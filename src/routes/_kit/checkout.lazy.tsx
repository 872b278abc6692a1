import { createLazyFileRoute } from '@tanstack/react-router'
import { PaymentPage } from '#lib/payments/payment-page.tsx'
import { PhysicalCheckoutScreen } from '#features/physical-cards/screens/physical-checkout-screen.tsx'

export const Route = createLazyFileRoute('/_kit/checkout')({
  component: () => (
    <PaymentPage>
      <PhysicalCheckoutScreen />
    </PaymentPage>
  ),
})
