import { createLazyFileRoute } from '@tanstack/react-router'
import { PaymentPage } from '#lib/payments/payment-page.tsx'
import { CheckoutScreen } from '#features/checkout/screens/checkout-screen.tsx'

export const Route = createLazyFileRoute('/_kit/ordercheckout')({
  component: () => (
    <PaymentPage>
      <CheckoutScreen />
    </PaymentPage>
  ),
})
