import type { TicketHistoryAnswer } from '#contract/schemas/ticket-history.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import { listPlacedTickets } from './repository.ts'
import { ticketOrderOf } from './view.ts'

const pageSize = 20

/** A page of a user's placed orders, the newest first (docs/design/contract.md). `page` counts from 1. Throws 400 for one that is no number. */
export async function listTicketHistory(
  database: Queryable,
  merchant: Merchant,
  userId: string,
  page: string | undefined,
  nowMs: number,
): Promise<TicketHistoryAnswer> {
  if (page !== undefined && !/^[1-9]\d{0,5}$/.test(page))
    throw fieldProblem(400, 'page', 'Please send the page as a number from 1.')
  const number = Number(page ?? '1')
  // One more than a page tells whether there is another.
  const tickets = await listPlacedTickets(
    database,
    merchant.locationId,
    't.user_id = $2',
    `ORDER BY s.submitted_at DESC, s.name DESC LIMIT ${pageSize + 1} OFFSET $3`,
    [userId, (number - 1) * pageSize],
  )
  return {
    ticket_orders: tickets.slice(0, pageSize).map((ticket) => ticketOrderOf(merchant, ticket, nowMs)),
    ...(tickets.length > pageSize && { next_page: number + 1 }),
  }
}
