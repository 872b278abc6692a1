import { endpoints } from '#contract/endpoints.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { findActiveTicket, removeDraft, saveSnapshot } from '#db/tickets.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { outboxLock } from '#lib/sync/drain.ts'

/**
 * On load the stored ticket is fetched (specification §4). Only while nothing waits: a change that is on its way could otherwise show twice.
 * A ticket that the server does not know any more goes; one that finished elsewhere goes, too.
 */
export async function refreshTicket(services: Services): Promise<void> {
  const { db, api, clock, locationId, attempts } = services
  await attempts.withLock(outboxLock(locationId), async () => {
    const active = await findActiveTicket(db, locationId, services.principal())
    if (!active || active.pending.length > 0 || active.row.ticketId === undefined) return
    const { draftId, ticketId } = active.row
    try {
      const { ticket_order } = await api.get(endpoints.getTicket, { params: { id: ticketId } })
      if (isFinished(ticket_order.status)) await removeDraft(db, draftId)
      else await saveSnapshot(db, draftId, ticket_order, clock.now())
    } catch (cause) {
      if (asAppError(cause).code === 'not_found') await removeDraft(db, draftId)
    }
  })
}
