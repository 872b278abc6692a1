import { isFresh } from '#db/newest.ts'
import { findActiveTicket } from '#db/tickets.ts'
import type { Services } from '#lib/query/services.ts'
import { outboxLock } from '#lib/sync/drain.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'

/**
 * Fetches the stored ticket on load (specification §4). Only while no change is pending: one that is under way could otherwise show twice. An order that was
 * submitted just before the portal was closed is found placed here, and its confirmation is stored. `olderThanMs`: skips a copy that is younger.
 */
export async function refreshTicket(services: Services, olderThanMs = 0): Promise<void> {
  const { db, locationId, attempts } = services
  await attempts.withLock(outboxLock(locationId), async () => {
    const active = await findActiveTicket(db, locationId, services.principal())
    if (!active || active.pending.length > 0 || active.row.ticketId === undefined) return
    if (isFresh({ savedAt: active.row.updatedAt }, services.clock.now(), olderThanMs)) return
    await followTicket(services, active.row.draftId, active.row.ticketId)
  })
}
