import { isFinished } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { writeIfUnchanged } from '#db/if-unchanged.ts'
import { findTicket, finishTicket, detachTicket, saveSnapshot } from '#db/tickets.ts'
import { callsOf } from '#lib/api/client.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { type ReadTicketPorts, readTicket } from './read-ticket.ts'

/**
 * Looks at a ticket as the restaurant has it and keeps what that means (specification §4, §8): one that was placed becomes the placed order, one that is over
 * or not known leaves its dishes to be ordered anew, any other is the newest snapshot. Answers the ticket when it was placed. Without an answer nothing changes.
 */
export async function followTicket(
  ports: ReadTicketPorts,
  draftId: string,
  ticketId: string,
): Promise<TicketOrder | undefined> {
  const { db, clock } = ports
  const row = await findTicket(db, draftId)
  const seenAt = row?.updatedAt
  try {
    // As whose it is: to anybody else it is not there, and would be given up for that.
    const api = row ? callsOf(ports.api, row.principal) : ports.api
    const ticket = await readTicket({ ...ports, api }, ticketId)
    if (ticket.status === 'Expired') await detachTicket(db, draftId, clock.now(), ticketId)
    else if (isFinished(ticket.status)) {
      await finishTicket(db, draftId, ticket, clock.now())
      return ticket
    } else
      await writeIfUnchanged(db, db.tickets, { key: draftId, seenAt }, () =>
        saveSnapshot(db, draftId, ticket, clock.now()),
      )
  } catch (cause) {
    // Without an answer what is known already is all that there is.
    if (asAppError(cause).code === 'not_found') await detachTicket(db, draftId, clock.now(), ticketId)
  }
  return undefined
}
