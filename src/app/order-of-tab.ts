import { entryNames } from '#db/names.ts'
import { findActiveTicket } from '#db/tickets.ts'
import { writeWithRoom } from '#db/with-room.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import type { Services } from '#lib/query/services.ts'
import { readEntry, writeEntry } from '#lib/query/session-marks.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'

/** A slow restaurant must not hold back the page for longer than this (ms): the order then comes later. */
const longestMs = 4000

type Parts = Pick<Services, 'db' | 'api' | 'clock' | 'ids' | 'locationId' | 'principal' | 'observeTicket'>

/**
 * The tab keeps the id of its order, in case its next page finds none in the store: one in memory lasts only as long as the page, and a browser may evict its
 * own, or be unable to open it on a full disk.
 */
export async function keepOrderOfTab(parts: Parts): Promise<void> {
  await findOrderOfTab(parts)
  findWhenClosed(parts)
  let known: string | undefined
  parts.observeTicket((active) => {
    const ticketId = active?.row.ticketId
    if (ticketId === known) return
    known = ticketId
    writeEntry(entryNames.orderId, ticketId ?? null)
  })
}

/**
 * A browser may give a store up under an open page, as Chromium does on a full disk, and open an empty one at the next read. So this checks before the next
 * dish is added, which would begin another order. A store that does not open closes once more.
 */
function findWhenClosed(parts: Parts): void {
  let isLooking = false
  parts.db.on('close', () => {
    if (isLooking) return
    isLooking = true
    // Once it is closed.
    void Promise.resolve()
      .then(async () => await findOrderOfTab(parts))
      .catch(() => undefined)
      .finally(() => (isLooking = false))
  })
}

/** Continues with the restaurant's copy of the tab's order. Resolves when it is there, or cannot be fetched now. */
export async function findOrderOfTab(parts: Parts): Promise<void> {
  const id = readEntry(entryNames.orderId)
  if (id !== null) await withTimeout(longestMs, restore(parts, id), undefined)
}

async function restore(parts: Parts, ticketId: string): Promise<void> {
  const { db, clock, ids, locationId } = parts
  const who = { locationId, principal: parts.principal() }
  const draftId = ids.uuid()
  const isTaken = await writeWithRoom(db, [db.tickets, db.outbox, db.placedOrders], async () => {
    if (await findActiveTicket(db, who.locationId, who.principal)) return true
    // Placed by another tab meanwhile.
    if (await db.placedOrders.get(ticketId)) return true
    await db.tickets.add({ ...who, draftId, ticketId, lineIds: {}, refusals: [], updatedAt: clock.now() })
    return false
  })
  if (!isTaken) await followTicket(parts, draftId, ticketId)
  // It is placed, or the restaurant does not know it.
  if (!(await findActiveTicket(db, who.locationId, who.principal))) writeEntry(entryNames.orderId, null)
}
