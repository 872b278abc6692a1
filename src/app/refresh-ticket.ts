import { isFresh } from '#db/newest.ts'
import { findActiveTicket } from '#db/tickets.ts'
import type { Services } from '#lib/query/services.ts'
import { outboxLock } from '#lib/sync/drain.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'

/**
 * On load the stored ticket is fetched (specification §4). Only while nothing waits: a change that is on its way could otherwise show twice. One whose
 * submit got no answer before the portal was closed is found placed here, and its confirmation is on the device. `olderThanMs`: not where the device's copy is
 * younger.
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
