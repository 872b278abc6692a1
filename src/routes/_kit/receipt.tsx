import { createFileRoute } from '@tanstack/react-router'

type ReceiptSearch = { type?: string; object_id?: string }

/** A number that stands alone in an address is read as one. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

export const Route = createFileRoute('/_kit/receipt')({
  validateSearch(search: Record<string, unknown>): ReceiptSearch {
    const [type, objectId] = [textOf(search.type), textOf(search.object_id)]
    return { ...(type !== undefined && { type }), ...(objectId !== undefined && { object_id: objectId }) }
  },
})
