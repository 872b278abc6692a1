import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { emptyContact } from '#contract/rules/contact.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { isPlaced, type Ticket, type TicketAt } from './ticket.ts'

/**
 * A guest's personal details show only to the device that placed the order (issue 5, item 6): the link to an order is passed on, and whoever has it
 * may follow the order, not read where its guest lives. The device keeps what it sent; the staff see all. A member's ticket is shown to nobody else.
 */
export function withoutPerson(ticket: Ticket): Ticket {
  if (!isGuestOrder(ticket)) return ticket
  const { vehicle_make, vehicle_model, vehicle_color } = ticket.contact
  return {
    ...ticket,
    orderKey: undefined,
    contact: { ...emptyContact, vehicle_make, vehicle_model, vehicle_color },
  }
}

/**
 * Throws 403 forbidden where a guest's placed order is to be changed by somebody who has its link and not its key: a link is passed on, and whoever has
 * it may follow the order, not send it to another address or call the staff out to another car.
 */
export function checkOrderKey(
  { location }: Merchant,
  ticket: Ticket,
  { orderKey }: Pick<TicketAt, 'orderKey'>,
): void {
  if (isGuestsOwn(ticket, { orderKey })) return
  throw new ProblemError(
    403,
    'forbidden',
    `Only the phone or computer that placed this order can do this. Please use that one, or call us at ${location.phone}.`,
  )
}

/** What a device shows of an order that it placed without an account (`X-Order-Key`); undefined where it shows nothing. */
export function orderKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['x-order-key']
  return typeof key === 'string' ? key : undefined
}

/** True for the device that ordered, and for the member whose order it is: nobody else is given theirs. */
export const isGuestsOwn = (ticket: Ticket, { orderKey }: Pick<TicketAt, 'orderKey'>): boolean =>
  ticket.userId !== undefined || ticket.orderKey === undefined || isSame(ticket.orderKey, orderKey ?? '')

const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A placed order that no member owns. */
export const isGuestOrder = (ticket: Ticket): boolean => isPlaced(ticket) && ticket.userId === undefined
