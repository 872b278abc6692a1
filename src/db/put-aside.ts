import { liveQuery, type Observable } from 'dexie'
import type { LarderDatabase } from './database.ts'
import { guest } from './names.ts'
import { findQuarantine, quarantineMs, wasNotSent } from './sessions.ts'
import { countWaiting, listWaitingOf, type Waiting } from './waiting.ts'

/** What a person whose session was refused left unsent, and until when it is kept for them (ms); `lost`: it was kept long enough, and was not sent. */
export type PutAside = { lost: false; waiting: Waiting; until: number } | { lost: true }

/** The same, now and after every change of it. Only where nobody is signed in: whoever signs in ends it. */
export function observePutAside(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<PutAside | undefined> {
  return liveQuery(() => (principal === guest ? findPutAside(db, locationId) : undefined))
}

async function findPutAside(db: LarderDatabase, locationId: string): Promise<PutAside | undefined> {
  if (await wasNotSent(db, locationId)) return { lost: true }
  const quarantine = await findQuarantine(db, locationId)
  if (!quarantine) return undefined
  const waiting = await listWaitingOf(db, { locationId, principal: quarantine.principal })
  if (countWaiting(waiting) === 0) return undefined
  return { lost: false, waiting, until: quarantine.since + quarantineMs }
}
