import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import type { Clock } from '#contract/ports.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from '#db/database.ts'
import { findLocation } from '#db/locations.ts'
import type { Api } from '#lib/api/client.ts'
import { serverTimeOfDay } from '#lib/ports/server-time-of-day.ts'

export type ReadTicketPorts = { db: LarderDatabase; api: Api; clock: Clock; locationId: string }

/** Fetches a ticket with the restaurant's own time of day, as creating one does (AT-02). Throws AppError. */
export async function readTicket(
  { db, api, clock, locationId }: ReadTicketPorts,
  id: string,
): Promise<TicketOrder> {
  const zone = (await findLocation(db, locationId))?.copy.location.time_zone ?? 'UTC'
  const time = serverTimeOfDay(clock.now(), zone)
  return (await api.send(ticketEndpoints.getTicket, { params: { id }, query: { time } })).ticket_order
}
