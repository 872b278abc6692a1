import { createFileRoute } from '@tanstack/react-router'

type Word = string | number
type ReceiptSearch = { type?: Word; object_id?: Word }

/** The router parses a bare number in an address as a number, and it stays one here: as text it would be written back in quotes. */
const wordOf = (value: unknown): Word | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined

export const Route = createFileRoute('/_kit/receipt')({
  validateSearch(search: Record<string, unknown>): ReceiptSearch {
    const [type, objectId] = [wordOf(search.type), wordOf(search.object_id)]
    return { ...(type !== undefined && { type }), ...(objectId !== undefined && { object_id: objectId }) }
  },
})
