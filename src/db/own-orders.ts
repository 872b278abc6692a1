import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'
import { listPlaced, placedAtOf } from './placed-orders.ts'
import { findTicketHistory } from './ticket-histories.ts'

/**
 * What the device holds of the orders that a principal placed, on this device and, a member, on any other (decision 046): the newest first by the
 * restaurant's time of placing. An order of another device without one (the specification names none) comes after all of this device's.
 */
export async function listOwnOrders(
  db: LarderDatabase,
  who: { locationId: string; principal: string },
): Promise<TicketOrder[]> {
  const rows = await listPlaced(db, who)
  const account = (await findTicketHistory(db, who.locationId, who.principal))?.tickets ?? []
  // One that was only looked at here may be somebody else's.
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
