import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '#features/ordering/screens/order-screen.tsx'

type MenuSearch = { q?: string }

export const Route = createFileRoute('/order/')({
  validateSearch: ({ q }: Record<string, unknown>): MenuSearch =>
    typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {},
  component: () => <OrderScreen q={Route.useSearch().q} />,
})
