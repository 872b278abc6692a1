import { createFileRoute } from '@tanstack/react-router'
import { ItemScreen } from '#features/menus/screens/item-screen.tsx'

export const Route = createFileRoute('/menus/$menuId/category/$categoryId/item/$itemId')({
  component: () => <ItemScreen {...Route.useParams()} />,
})
