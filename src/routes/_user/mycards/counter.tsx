import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_user/mycards/counter')({
  validateSearch: ({ card }: Record<string, unknown>): { card?: string } =>
    typeof card === 'string' || typeof card === 'number' ? { card: String(card) } : {},
})
