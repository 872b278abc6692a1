import type { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import { type Guest, ticketPath } from './larder.ts'

/** Builders of a diner's request bodies. */

/** A Margherita of the fixture: $16.00 with the required size. */
export const margherita = (changes: Partial<OrderLineItem> = {}): OrderLineItem => ({
  menu_external_id: 'dinner',
  menu_category_external_id: 'pizza',
  menu_item_external_id: 'margherita',
  menu_item: 'dinner.pizza.margherita',
  modifiers: modifiers('size-12'),
  quantity: 1,
  ...changes,
})

export const modifiers = (...ids: string[]): { modifier: string }[] => ids.map((modifier) => ({ modifier }))

/** A brisket of the fixture's grill. */
export const brisket = margherita({
  menu_external_id: 'meat',
  menu_category_external_id: 'beef',
  menu_item_external_id: 'brisket',
  menu_item: 'meat.beef.brisket',
  modifiers: [],
})

export const contact = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  recipient_phone: '(212) 555-0147',
}

export const address = {
  recipient_address: '1 Main Street',
  recipient_city: 'New York',
  recipient_state: 'NY',
  recipient_zip: '10011',
}

/** A new ticket with one Margherita. */
export async function startOrder(guest: Guest, line = margherita()): Promise<TicketOrder> {
  const { id } = await guest.ticket('GET', '/location/:loc/ticketorder/create')
  return guest.ticket('POST', ticketPath(id, '/items'), { items: [line] })
}

/** A ticket that lacks only its payment: curbside, with a contact. */
export async function completeOrder(guest: Guest, line = margherita()): Promise<TicketOrder> {
  const { id } = await startOrder(guest, line)
  return guest.ticket('PUT', ticketPath(id), { use_curbside: true, ...contact })
}

/** The dollars of a currency text, as the payment call takes them. */
export const dollars = (text: string): number => Number(text.replace(/[$,]/g, ''))

/** The body that pays a ticket's amount due. */
export const paymentOf = (
  ticket: TicketOrder,
  paymentSource: string,
): { tip: number; amount: number; payment_source: string } => ({
  tip: dollars(ticket.tip),
  amount: dollars(ticket.totals.due),
  payment_source: paymentSource,
})

/** A paid ticket. */
export async function paidOrder(guest: Guest): Promise<TicketOrder> {
  const ticket = await completeOrder(guest)
  return guest.ticket(
    'POST',
    ticketPath(ticket.id, '/payment'),
    paymentOf(ticket, await guest.card('4242424242424242')),
  )
}
