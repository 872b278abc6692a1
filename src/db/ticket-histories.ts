import * as z from 'zod/mini'
import { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'
import { putUnlessOlder } from './newest.ts'
import { requirePrincipal } from './sessions.ts'
import type { TicketHistoryRow } from './rows/ticket-histories.ts'

export type { TicketHistoryRow } from './rows/ticket-histories.ts'

const Row = z.object({ tickets: z.array(TicketOrder), nextPage: z.optional(z.int()), savedAt: z.number() })

/** A person's orders, or undefined. A row that no longer fits its schema counts as none. */
export async function findTicketHistory(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<TicketHistoryRow | undefined> {
  const row = z.safeParse(Row, await db.ticketHistories.get([locationId, principal]))
  return row.success ? { locationId, principal, ...row.data } : undefined
}

/** Replaces a person's orders, unless newer ones are stored. Throws SessionChangedError when the person is no longer signed in. */
export async function saveTicketHistory(
  db: LarderDatabase,
  row: TicketHistoryRow,
  now?: number,
): Promise<void> {
  await db.transaction('rw', db.sessions, db.ticketHistories, async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await putUnlessOlder(db.ticketHistories, [row.locationId, row.principal], row, now)
  })
}
