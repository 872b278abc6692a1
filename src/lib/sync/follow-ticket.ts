import { isFinished } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { writeIfUnchanged } from '#db/if-unchanged.ts'
import { findTicket, finishTicket, detachTicket, saveSnapshot } from '#db/tickets.ts'
import { callsOf } from '#lib/api/client.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { type ReadTicketPorts, readTicket } from './read-ticket.ts'

/**
 * Fetches a ticket and stores what that means (specification §4, §8): a placed one becomes the placed order, the dishes of one that is over or unknown are kept
 * to be ordered again, any other is the newest snapshot. Returns the ticket when it was placed. Without an answer nothing changes.
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
    // As its owner: for anybody else the server answers 404, and the ticket would be given up.
    const api = row ? callsOf(ports.api, row.principal) : ports.api
    const ticket = await readTicket({ ...ports, api }, ticketId)
    if (ticket.status === 'Expired')
      await detachTicket(db, { draftId, ticketId, mayBePlaced: ticket.set_back }, clock.now())
    else if (isFinished(ticket.status)) {
      await finishTicket(db, draftId, ticket, clock.now())
      return ticket
    } else
      await writeIfUnchanged(
        db,
        db.tickets,
        { key: draftId, seenAt },
        () => saveSnapshot(db, draftId, ticket, clock.now()),
        [db.outbox],
      )
  } catch (cause) {
    // Without an answer, the stored copy is all there is.
    if (asAppError(cause).code === 'not_found') await detachTicket(db, { draftId, ticketId }, clock.now())
  }
  return undefined
}
