import { liveQuery, type Observable } from 'dexie'
import { type AttemptRow, findAttempt } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { type ActiveTicket, findActiveTicket } from './tickets.ts'

export type WatchedTicket = ActiveTicket & { attempt: AttemptRow | undefined }

/** The active ticket now, and again after every change of it in any tab or in the worker. */
export function observeActiveTicket(db: LarderDatabase, locationId: string, principal: string): Observable<WatchedTicket | undefined> {
  return liveQuery(async () => {
    const active = await findActiveTicket(db, locationId, principal)
    return active && { ...active, attempt: await findAttempt(db, active.row.draftId) }
  })
}
