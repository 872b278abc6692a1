import { createLazyFileRoute } from '@tanstack/react-router'
import { PaymentPage } from '#lib/payments/payment-page.tsx'
import { CardOrderScreen } from '#features/card-orders/screens/card-order-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/mycards/$type/$cardId')({
  component: () => (
    <PaymentPage>
      <CardOrderScreen
        {...Route.useParams()}
        takes={['Purchase', 'Reload', 'SendText', 'SendEmail', 'SendPhysical']}
      />
    </PaymentPage>
  ),
})
