import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import type { RefundBody } from '#contract/schemas/refund.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import {
  type Guest,
  type ProblemBody,
  submitPath,
  tavola,
  type TestLarder,
  type TicketBody,
  ticketPath,
} from './larder.ts'
import { completeOrder, paymentOf } from './orders.ts'
import { addUser, SignedIn } from './people.ts'

/** Placed orders, and the staff who see them. */

export const vehicle = {
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_color: 'blue',
  vehicle_license: 'LAR-1040',
}

/** Pays for a ticket with a test card and places it. */
export async function place(
  guest: Guest,
  ticket: TicketOrder,
  number = '4242424242424242',
): Promise<TicketOrder> {
  const paid = await guest.ticket(
    'POST',
    ticketPath(ticket.id, '/payment'),
    paymentOf(ticket, await guest.card(number)),
  )
  return guest.ticket('POST', submitPath(paid.id), { phone_number: '' })
}

/** A placed order of one Margherita, curbside unless it is changed before the payment. */
export async function placedOrder(guest: Guest, changes?: object): Promise<TicketOrder> {
  const ticket = await completeOrder(guest)
  return place(guest, changes ? await guest.ticket('PUT', ticketPath(ticket.id), changes) : ticket)
}

/** An administrator of a location. */
export const administratorOf = async (larder: TestLarder, at = tavola): Promise<SignedIn> =>
  SignedIn.as(larder, await addUser(larder, { role: 'owner' }, at.location), at)

export const kitchenPath = '/location/:loc/kitchen'

/** The staff's view of the kitchen. */
export async function kitchenOf(admin: Guest): Promise<KitchenAnswer> {
  const { status, body } = await admin.send<KitchenAnswer & ProblemBody>('GET', kitchenPath)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Moves an order, whether or not it succeeds; `seen` is the status that the board shows. */
export const move = (admin: Guest, id: string, status: string, from: { seen?: string } = {}) =>
  admin.send<KitchenAnswer & ProblemBody>('PUT', `${kitchenPath}/orders/${id}`, { status, ...from })

/** Refunds a part of an order, whether or not it succeeds; the default reason is that something was missing. */
export const refund = (admin: Guest, id: string, body: Partial<RefundBody>, key?: string) =>
  admin.send<KitchenAnswer & ProblemBody>(
    'POST',
    `${kitchenPath}/orders/${id}/refund`,
    { lines: [], delivery: false, tip: 0, reason: 'missing', ...body },
    { key },
  )

/** A guest cancels their order, whether or not it succeeds. */
export const cancelOwn = (guest: Guest, id: string, key?: string) =>
  guest.send<TicketBody & ProblemBody>('POST', ticketPath(id, '/cancel'), undefined, { key })

/** Turns the kitchen on or off. */
export const turn = (admin: Guest, isOn: boolean) =>
  admin.send<KitchenAnswer & ProblemBody>('PUT', kitchenPath, { is_on: isOn })
