import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'
import { listPlaced, placedAtOf } from './placed-orders.ts'
import { findTicketHistory } from './ticket-histories.ts'

/**
 * The orders that the device has of a principal, placed here or, for a member, on any device (decision 046), newest first by the restaurant's time of placing.
 * Orders of other devices without that time (the specification has none) come last.
 */
export async function listOwnOrders(
  db: LarderDatabase,
  who: { locationId: string; principal: string },
): Promise<TicketOrder[]> {
  const rows = await listPlaced(db, who)
  const account = (await findTicketHistory(db, who.locationId, who.principal))?.tickets ?? []
  // An order that was only viewed here may be somebody else's.
  const here = rows.filter(({ elsewhere, isAwaited }) => elsewhere !== true || isAwaited === true)
  const known = new Set(here.map(({ ticketId }) => ticketId))
  return [
    ...here.map(({ ticket, placedAt }) => ({ ticket, placedAt: placedAtOf(ticket, placedAt) })),
    ...account
      .filter(({ id }) => !known.has(id))
      .map((ticket) => ({ ticket, placedAt: placedAtOf(ticket, 0) })),
  ]
    .toSorted((one, other) => other.placedAt - one.placedAt)
    .map(({ ticket }) => ticket)
}
