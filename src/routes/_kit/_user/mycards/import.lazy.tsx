import { createLazyFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '#features/cards/screens/import-screen.tsx'

export const Route = createLazyFileRoute('/_kit/_user/mycards/import')({ component: ImportScreen })
