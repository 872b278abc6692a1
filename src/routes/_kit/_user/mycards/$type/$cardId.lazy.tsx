import { createLazyFileRoute } from '@tanstack/react-router'
import { CardOrderScreen } from '#features/card-orders/screens/card-order-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/mycards/$type/$cardId')({
  component: () => (
    <CardOrderScreen
      {...Route.useParams()}
      takes={['Purchase', 'Reload', 'SendText', 'SendEmail', 'SendPhysical']}
    />
  ),
})
