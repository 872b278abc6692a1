import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { type Contact } from '#contract/rules/contact.ts'
import { zipDigits } from '#contract/rules/delivery-area.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { DeliveryUpdateBody, TicketOrder } from '#contract/schemas/ticket-order.ts'
import { savePlaced } from '#db/placed-orders.ts'
import { requireNoError } from '#lib/errors/answer-error.ts'
import { keepAnswer } from '#lib/query/device-backed.ts'
import type { Services } from '#lib/query/services.ts'

/** The part of a contact that is sent for a placed order: the person, and the street or the car, whichever the order needs. */
export function detailsOf(contact: Contact, delivery: boolean): DeliveryUpdateBody {
  const phone = phoneDigits(contact.recipient_phone)
  const { recipient_first_name, recipient_last_name, recipient_comment } = contact
  const who = { recipient_first_name, recipient_last_name, recipient_comment }
  const reach = {
    recipient_email: contact.recipient_email.trim(),
    recipient_phone: phone,
    phone_number: phone,
  }
  if (!delivery) {
    const { vehicle_make, vehicle_model, vehicle_color, vehicle_license } = contact
    return { ...who, ...reach, vehicle_make, vehicle_model, vehicle_color, vehicle_license }
  }
  const { recipient_address, recipient_address2, recipient_city, recipient_state, recipient_zip } = contact
  return {
    ...who,
    ...reach,
    recipient_address,
    recipient_address2,
    recipient_city,
    recipient_state,
    recipient_zip: zipDigits(recipient_zip),
  }
}

/**
 * Changes the details of a placed order, now or not at all: they must not surprise the kitchen later. Throws AppError with the restaurant's words if it is too
 * late, and of kind `offline` without a signal.
 */
export async function updateDetails(
  services: Services,
  ticket: TicketOrder,
  body: DeliveryUpdateBody,
  key: string,
): Promise<void> {
  const { api, db, clock, locationId } = services
  const who = { locationId, principal: services.principal() }
  const { ticket_order } = await api.send(ticketEndpoints.updateDelivery, {
    params: { id: ticket.id },
    body,
    key,
    orderKey: ticket.order_key,
  })
  requireNoError(ticket_order)
  const now = clock.now()
  await keepAnswer(() => savePlaced(db, who, ticket_order, now, { sent: body, heardAt: now }))
}

/**
 * Cancels a placed order, now or not at all. Throws AppError with the restaurant's words and phone number if the kitchen has started, and of kind `offline`
 * without a signal.
 */
export async function cancelOrder(services: Services, ticket: TicketOrder, key: string): Promise<void> {
  const { api, db, clock, locationId } = services
  const who = { locationId, principal: services.principal() }
  const { ticket_order } = await api.send(ticketEndpoints.cancelTicket, {
    params: { id: ticket.id },
    key,
    orderKey: ticket.order_key,
  })
  requireNoError(ticket_order)
  const now = clock.now()
  await keepAnswer(() => savePlaced(db, who, ticket_order, now, { heardAt: now }))
}
