import { isFinished } from '#contract/rules/ticket.ts'
import type { LarderDatabase } from './database.ts'
import { findSession } from './sessions.ts'
import { findActiveTicket } from './tickets.ts'
import { idsOf, listWaitingOf } from './waiting.ts'

/** Another member is signed in on this device and would lose something if somebody else signed in: they are asked first, as when signing out. */
export class UnsentWorkError extends Error {
  override name = 'UnsentWorkError'
}

/** How many dishes are on a person's order that the restaurant has but that was not placed. */
export async function countUnplaced(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<number> {
  const snapshot = (await findActiveTicket(db, locationId, principal))?.row.snapshot
  const items = snapshot && !isFinished(snapshot.status) ? snapshot.items : []
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Throws UnsentWorkError where another member is signed in and has something to lose. For use inside a transaction over the personal tables. */
export async function requireNoUnsentWork(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<void> {
  const other = (await findSession(db, locationId))?.principal
  if (other === undefined || other === principal) return
  const waiting = idsOf(await listWaitingOf(db, { locationId, principal: other }))
  if (waiting.length > 0 || (await countUnplaced(db, locationId, other)) > 0)
    throw new UnsentWorkError('another member has something here that was not sent or placed')
}
