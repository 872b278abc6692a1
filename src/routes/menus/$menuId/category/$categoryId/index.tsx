import { createFileRoute } from '@tanstack/react-router'
import { CategoryScreen } from '#features/menus/screens/category-screen.tsx'

export const Route = createFileRoute('/menus/$menuId/category/$categoryId/')({
  component: () => <CategoryScreen {...Route.useParams()} />,
})
