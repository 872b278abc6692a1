import type { TicketRow } from '#db/tickets.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Change } from '#db/outbox.ts'

/** What the restaurant refused, and why; it stays until it has been read. */
export function RefusedChanges({ row }: { row: TicketRow }) {
  const { load } = usePortal()
  if (row.refusals.length === 0) return null
  const messages = row.refusals.flatMap((one) => one.messages.map((message) => `${nameOf(one.change)}${message}`))
  const dismiss = async (): Promise<void> => (await load()).dismissRefusals(row.draftId)
  return <Banner tone="error" header="Error" messages={[...new Set(messages)]} onDismiss={() => void dismiss()} />
}

const nameOf = (change: Change): string => (change.kind === 'item.add' || change.kind === 'item.change' ? `${change.shown.name}: ` : '')
