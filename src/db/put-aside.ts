import { liveQuery, type Observable } from 'dexie'
import type { LarderDatabase } from './database.ts'
import { guest } from './names.ts'
import { personalTables, removePrincipals } from './personal.ts'
import { endQuarantine, findNotSent, findQuarantine, findSession, quarantineMs } from './sessions.ts'
import { countWaiting, listWaitingOf, type Waiting } from './waiting.ts'

/**
 * What a person whose session was refused left unsent. `waiting`: kept for them, until a time (ms). `lost`: it was kept long enough, and was not sent.
 * `deleted`: their account was deleted, so nobody is left to send it for; it may be empty.
 */
export type PutAside =
  | { state: 'waiting'; waiting: Waiting; until: number }
  | { state: 'lost' }
  | { state: 'deleted'; waiting: Waiting; wasNotSent: boolean }

/** What was put aside here, now and after every change of it. Only where nobody is signed in: whoever signs in ends it. */
export function observePutAside(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<PutAside | undefined> {
  return liveQuery(() => (principal === guest ? findPutAside(db, locationId) : undefined))
}

async function findPutAside(db: LarderDatabase, locationId: string): Promise<PutAside | undefined> {
  const notSent = await findNotSent(db, locationId)
  if (notSent)
    return notSent.isDeleted
      ? { state: 'deleted', waiting: { changes: [], payments: [] }, wasNotSent: true }
      : { state: 'lost' }
  const quarantine = await findQuarantine(db, locationId)
  if (!quarantine) return undefined
  const waiting = await listWaitingOf(db, { locationId, principal: quarantine.principal })
  if (quarantine.isDeleted === true)
    return { state: 'deleted', waiting, wasNotSent: waiting.changes.length > 0 }
  if (countWaiting(waiting) === 0) return undefined
  return { state: 'waiting', waiting, until: quarantine.since + quarantineMs }
}

/** Removes what a deleted account left here, and the notice of it. What waits for a person stays, and what is a guest's or a member's own. */
export async function discardDeleted(db: LarderDatabase, locationId: string): Promise<void> {
  await db.transaction('rw', [...personalTables(db), db.meta], async () => {
    const quarantine = await findQuarantine(db, locationId)
    if (quarantine && quarantine.isDeleted !== true) return
    await removePrincipals(db, locationId, [guest, (await findSession(db, locationId))?.principal])
    await endQuarantine(db, locationId)
  })
}
