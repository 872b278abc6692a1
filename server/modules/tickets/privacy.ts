import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { emptyContact } from '#contract/rules/contact.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import { isPlaced, type Ticket, type TicketAt } from './ticket.ts'

/**
 * Shows a guest's personal details only to the device that placed the order (issue 5, item 6): the link to an order may be shared, and whoever has it may
 * follow the order, but not read where its guest lives. The device keeps what it sent; the staff see everything. A member's ticket is visible to that member
 * alone.
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
 * Throws 403 forbidden where a guest's placed order is changed with its link but without its key: the link may be shared, and whoever has it may follow the
 * order, but not send it to another address or call the staff out to another car.
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

/** The key by which a device proves that it placed an order without an account (`X-Order-Key`); undefined where it sends none. */
export function orderKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['x-order-key']
  return typeof key === 'string' ? key : undefined
}

/** Whether the caller is the device that ordered or the member whose order it is; members' orders reach no other caller. */
export const isGuestsOwn = (ticket: Ticket, { orderKey }: Pick<TicketAt, 'orderKey'>): boolean =>
  ticket.userId !== undefined || ticket.orderKey === undefined || isSame(ticket.orderKey, orderKey ?? '')

const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A placed order that no member owns. */
export const isGuestOrder = (ticket: Ticket): boolean => isPlaced(ticket) && ticket.userId === undefined
