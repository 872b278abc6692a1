import { createFileRoute } from '@tanstack/react-router'
import { OrderCategoryScreen } from '#features/ordering/screens/order-category-screen.tsx'

export const Route = createFileRoute('/order/$menuId/category/$categoryId/')({
  component: () => <OrderCategoryScreen {...Route.useParams()} />,
})
