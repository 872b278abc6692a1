import { emptyContact } from '#contract/rules/contact.ts'
import { isPlaced, type Ticket } from './ticket.ts'

/**
 * A guest's personal details show only to the device that placed the order (issue 5, item 6): the link to an order is passed on, and whoever has it
 * may follow the order, not read where its guest lives. The device keeps what it sent; the staff see all. A member's ticket is shown to nobody else.
 */
export function withoutPerson(ticket: Ticket): Ticket {
  if (!isGuestOrder(ticket)) return ticket
  const { vehicle_make, vehicle_model, vehicle_color } = ticket.contact
  return { ...ticket, contact: { ...emptyContact, vehicle_make, vehicle_model, vehicle_color } }
}

/** A placed order that no member owns. */
export const isGuestOrder = (ticket: Ticket): boolean => isPlaced(ticket) && ticket.userId === undefined
