import { createLazyFileRoute } from '@tanstack/react-router'
import { ReceiptScreen } from '#features/orders/screens/receipt-screen.tsx'

export const Route = createLazyFileRoute('/_kit/receipt')({ component: Receipt })

function Receipt() {
  const { type, object_id } = Route.useSearch()
  return <ReceiptScreen type={type?.toString()} objectId={object_id?.toString()} />
}
