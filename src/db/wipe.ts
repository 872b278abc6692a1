import { addRevocation } from './revocations.ts'
import type { LarderDatabase } from './database.ts'
import { personalTables } from './personal.ts'
import { findSession, endQuarantine } from './sessions.ts'

/**
 * Empties every personal table, guests' rows included: the next person to hold this phone may be anybody. All or nothing. Only the session's revocation is
 * kept, to end it on the server.
 */
export async function wipePersonal(db: LarderDatabase, locationId: string): Promise<void> {
  await db.transaction('rw', [...personalTables(db), db.meta, db.revocations], async () => {
    const session = await findSession(db, locationId)
    if (session?.revocationId !== undefined) await addRevocation(db, session.revocationId)
    for (const table of personalTables(db)) await table.clear()
    await endQuarantine(db, locationId)
  })
}

/** The last resort where the tables cannot be emptied: deletes the whole store, menus and all, and opens a new one with the revocation in it. */
export async function deleteStore(db: LarderDatabase, revocationId: string | undefined): Promise<void> {
  await db.delete({ disableAutoOpen: false })
  await db.open()
  if (revocationId !== undefined) await addRevocation(db, revocationId)
}
