import { createFileRoute } from '@tanstack/react-router'
import { OrderItemScreen } from '#features/ordering/screens/order-item-screen.tsx'

type ItemSearch = { line?: string }

export const Route = createFileRoute('/order/$menuId/category/$categoryId/item/$itemId')({
  validateSearch: (search: Record<string, unknown>): ItemSearch =>
    typeof search.line === 'string' ? { line: search.line } : {},
  component: () => <OrderItemScreen {...Route.useParams()} lineId={Route.useSearch().line} />,
})
