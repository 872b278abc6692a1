import { entryNames } from '#db/names.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import type { Services } from '#lib/query/services.ts'
import { readEntry, writeEntry } from '#lib/query/session-marks.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'

/** A slow restaurant must not hold back the page for longer than this (ms): the order then comes later. */
const longestMs = 4000

type Parts = Pick<Services, 'db' | 'api' | 'clock' | 'ids' | 'locationId' | 'principal' | 'observeTicket'>

/**
 * Where the store lasts only as long as the page, the tab keeps the id of its order: a reload goes on with what the restaurant has of it. Resolves when the
 * order is there, or is not to be had now.
 */
export async function keepOrderOfTab(parts: Parts): Promise<void> {
  const id = readEntry(entryNames.orderId)
  if (id !== null) await withTimeout(longestMs, restore(parts, id), undefined)
  let known: string | undefined
  parts.observeTicket((active) => {
    const ticketId = active?.row.ticketId
    if (ticketId === known) return
    known = ticketId
    writeEntry(entryNames.orderId, ticketId ?? null)
  })
}

async function restore(parts: Parts, ticketId: string): Promise<void> {
  const { db, clock, ids, locationId } = parts
  const who = { locationId, principal: parts.principal() }
  const draftId = ids.uuid()
  const isTaken = await db.transaction('rw', db.tickets, db.outbox, async () => {
    if (await findActiveTicket(db, who.locationId, who.principal)) return true
    await db.tickets.add({ ...who, draftId, ticketId, lineIds: {}, refusals: [], updatedAt: clock.now() })
    return false
  })
  if (isTaken) return
  await followTicket(parts, draftId, ticketId)
  // It is placed, or the restaurant does not know it.
  if (!(await findActiveTicket(db, who.locationId, who.principal))) writeEntry(entryNames.orderId, null)
}
