import * as z from 'zod/mini'
import { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'

/** An order that was placed from this device, as the server last told it. */
export type PlacedOrderRow = { ticketId: string; locationId: string; principal: string; placedAt: number; ticket: TicketOrder }

/** The order that was placed last by a principal, or undefined. A row that no longer fits its schema counts as none. */
export async function findLastPlaced(db: LarderDatabase, locationId: string, principal: string): Promise<PlacedOrderRow | undefined> {
  const rows = await db.placedOrders.where('[locationId+principal]').equals([locationId, principal]).sortBy('placedAt')
  return rows.findLast((row) => z.safeParse(TicketOrder, row.ticket).success)
}
