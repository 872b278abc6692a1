import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import type { Clock } from '#contract/ports.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from '#db/database.ts'
import { writeIfUnchanged } from '#db/if-unchanged.ts'
import { findTicket, finishTicket, loseTicket, saveSnapshot } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { asAppError } from '#lib/errors/app-error.ts'

export type FollowPorts = { db: LarderDatabase; api: Api; clock: Clock }

/**
 * Looks at a ticket as the restaurant has it and keeps what that means (specification §4, §8): one that was placed becomes the placed order, one that is over
 * or not known leaves its dishes to be ordered anew, any other is the newest snapshot. Answers the ticket when it was placed. Without an answer nothing changes.
 */
export async function followTicket(
  { db, api, clock }: FollowPorts,
  draftId: string,
  ticketId: string,
): Promise<TicketOrder | undefined> {
  const seenAt = (await findTicket(db, draftId))?.updatedAt
  try {
    const { ticket_order } = await api.send(ticketEndpoints.getTicket, { params: { id: ticketId } })
    if (ticket_order.status === 'Expired') await loseTicket(db, draftId, clock.now())
    else if (isFinished(ticket_order.status)) {
      await finishTicket(db, draftId, ticket_order, clock.now())
      return ticket_order
    } else
      await writeIfUnchanged(db, db.tickets, { key: draftId, seenAt }, () =>
        saveSnapshot(db, draftId, ticket_order, clock.now()),
      )
  } catch (cause) {
    // Without an answer what is known already is all that there is.
    if (asAppError(cause).code === 'not_found') await loseTicket(db, draftId, clock.now())
  }
  return undefined
}
