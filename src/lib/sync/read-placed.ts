import { isPlaced } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findPlaced, noteLost } from '#db/placed-orders.ts'
import { errorOf } from '#lib/errors/answer-error.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { type ReadTicketPorts, readTicket } from './read-ticket.ts'

const lost = { message: 'The restaurant does not know that this order was placed.', code: 'not_found' }

/**
 * Fetches an order of which the device may know that it was placed. A restaurant whose data was restored from a backup does not have it any more, or has it
 * from before it was placed: both count as lost (`not_found`), which is stored, and the device's copy is kept. Throws AppError.
 */
export async function readPlaced(
  ports: ReadTicketPorts & { principal: string },
  ticketId: string,
): Promise<TicketOrder> {
  const { db, locationId, principal } = ports
  const who = { locationId, principal }
  try {
    const ticket = await readTicket(ports, ticketId)
    // A store that cannot be read knows of no order.
    const known = isPlaced(ticket.status)
      ? undefined
      : await findPlaced(db, who, ticketId).catch(() => undefined)
    if (known && isPlaced(known.row.ticket.status)) throw errorOf({}, lost)
    return ticket
  } catch (cause) {
    if (asAppError(cause).code === 'not_found') await noteLost(db, who, ticketId).catch(() => undefined)
    throw cause
  }
}
