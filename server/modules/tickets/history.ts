import { isCurrentOrder } from '#contract/rules/current-order.ts'
import type { OpenTicketAnswer, TicketHistoryAnswer } from '#contract/schemas/ticket-history.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { TicketPorts } from './ports.ts'
import { findOpenTicketId, listPlacedTickets } from './repository.ts'
import { ownTicketOf, readTicket } from './service.ts'
import { expiresAfterMs } from './ticket.ts'

const pageSize = 20

/** A page of a user's placed orders, the newest first (docs/design/contract.md). `page` counts from 1. Throws 400 for one that is not a number. */
export async function listTicketHistory(
  database: Queryable,
  merchant: Merchant,
  userId: string,
  page: string | undefined,
  ports: TicketPorts,
): Promise<TicketHistoryAnswer> {
  if (page !== undefined && !/^[1-9]\d{0,5}$/.test(page))
    throw fieldProblem(400, 'page', 'Please send the page as a number from 1.')
  const number = Number(page ?? '1')
  // One more than a page shows whether there is another.
  const tickets = await listPlacedTickets(
    database,
    merchant.locationId,
    't.user_id = $2',
    `ORDER BY s.submitted_at DESC, s.name DESC LIMIT ${pageSize + 1} OFFSET $3`,
    [userId, (number - 1) * pageSize],
  )
  return {
    ticket_orders: tickets.slice(0, pageSize).map((ticket) => ownTicketOf(merchant, ticket, ports)),
    ...(tickets.length > pageSize && { next_page: number + 1 }),
  }
}

/** More orders than anybody waits for at once. */
const maxAwaited = 3

/** A user's placed orders that are still current, from any device; the newest first. */
async function listAwaited(
  database: Queryable,
  merchant: Merchant,
  userId: string,
  ports: TicketPorts,
): Promise<TicketOrder[]> {
  const { time_zone: zone } = merchant.location
  const tickets = await listPlacedTickets(
    database,
    merchant.locationId,
    `t.user_id = $2 AND t.status IN ('Queued', 'Submitted', 'Preparing', 'Ready', 'Cancelled')`,
    `ORDER BY s.submitted_at DESC, s.name DESC LIMIT ${2 * maxAwaited}`,
    [userId],
  )
  return tickets
    .map((ticket) => ({ placedAt: ticket.placedAt, order: ownTicketOf(merchant, ticket, ports) }))
    .filter(({ order, placedAt }) => isCurrentOrder({ ...order, placedAt }, ports.clock.now(), zone))
    .map(({ order }) => order)
    .slice(0, maxAwaited)
}

/**
 * The user's most recently touched order that has dishes, is not placed and has not expired, if there is one; and the placed ones that are still current, the
 * newest first.
 */
export async function findOpenTicket(
  database: Queryable,
  merchant: Merchant,
  userId: string,
  ports: TicketPorts,
): Promise<OpenTicketAnswer> {
  const id = await findOpenTicketId(database, merchant.locationId, userId, ports.clock.now() - expiresAfterMs)
  const placed = await listAwaited(database, merchant, userId, ports)
  if (id === undefined) return { placed }
  const open = await readTicket(database, merchant, { id, userId, orderKey: undefined }, ports)
  return { ticket_order: open.body.ticket_order, placed }
}
