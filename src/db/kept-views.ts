import type { LarderDatabase } from './database.ts'
import type { KeptViewRow } from './rows/kept-views.ts'
import { requirePrincipal } from './sessions.ts'

export type { KeptViewRow } from './rows/kept-views.ts'

/** How many views stay on the device. A view is some tens of kilobytes; the one that was drawn longest ago goes first. */
export const maxKeptViews = 60

/**
 * Keeps what a screen looked like. Throws SessionChangedError where its principal is not who the device belongs to (any more): what one person saw is never
 * kept for the next.
 */
export async function keepView(db: LarderDatabase, row: KeptViewRow): Promise<void> {
  await db.transaction('rw', [db.sessions, db.keptViews], async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await db.keptViews.put(row)
    const tooMany = (await db.keptViews.count()) - maxKeptViews
    if (tooMany > 0) await db.keptViews.orderBy('savedAt').limit(tooMany).delete()
  })
}

/** Forgets the view of an address, which leads elsewhere now. */
export async function forgetView(db: LarderDatabase, locationId: string, address: string): Promise<void> {
  await db.keptViews.delete([locationId, address])
}
