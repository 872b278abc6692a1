import type { LarderDatabase } from './database.ts'
import type { KeptViewRow } from './rows/kept-views.ts'
import { requirePrincipal } from './sessions.ts'

export type { KeptViewRow } from './rows/kept-views.ts'

/** How many views stay on the device. A view has some tens of kilobytes; the one drawn longest ago goes first. */
export const maxKeptViews = 60

/**
 * Saves what a screen looked like. Throws SessionChangedError where its principal does not (or no longer) own the device: what one person saw must not be kept
 * for the next.
 */
export async function keepView(db: LarderDatabase, row: KeptViewRow): Promise<void> {
  await db.transaction('rw', [db.sessions, db.keptViews], async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await db.keptViews.put(row)
    const tooMany = (await db.keptViews.count()) - maxKeptViews
    if (tooMany > 0) await db.keptViews.orderBy('savedAt').limit(tooMany).delete()
  })
}

/** Deletes the view of an address that now redirects. */
export async function forgetView(db: LarderDatabase, locationId: string, address: string): Promise<void> {
  await db.keptViews.delete([locationId, address])
}
