import { createFileRoute } from '@tanstack/react-router'
import { MenuScreen } from '#features/menus/screens/menu-screen.tsx'

export const Route = createFileRoute('/menus/$menuId/')({
  component: () => <MenuScreen {...Route.useParams()} />,
})
