import { createLazyFileRoute } from '@tanstack/react-router'
import { ImportedScreen } from '#features/cards/screens/imported-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/mycards/$cardId/import')({
  component: () => <ImportedScreen cardId={Route.useParams().cardId} />,
})
