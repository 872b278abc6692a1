import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_kit/_user/mycards/import')({})
