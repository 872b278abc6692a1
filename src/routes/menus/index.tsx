import { createFileRoute } from '@tanstack/react-router'
import { MenusScreen } from '#features/menus/screens/menus-screen.tsx'

type MenuSearch = { q?: string }

export const Route = createFileRoute('/menus/')({
  validateSearch: ({ q }: Record<string, unknown>): MenuSearch =>
    typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {},
  component: () => <MenusScreen q={Route.useSearch().q} />,
})
