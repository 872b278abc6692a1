import * as z from 'zod/mini'
import { checkBook, type MenuBook, type MenuMode } from '#contract/schemas/menu.ts'
import type { LarderDatabase } from './database.ts'

/** A whole menu book in one row: one read, and never half of an older one. */
export type MenuBookRow = { locationId: string; mode: MenuMode; book: MenuBook; etag: string | null; savedAt: number }

const Row = z.object({ book: z.unknown(), etag: z.nullable(z.string()), savedAt: z.number() })

/**
 * The location's menu book in a mode, or undefined. A row that no longer fits its schema counts as none, and is fetched anew.
 * @param pause waits between the pieces of the check, where somebody may be tapping meanwhile
 */
export async function findMenuBook(
  db: LarderDatabase,
  locationId: string,
  mode: MenuMode,
  pause: () => Promise<void> = async () => undefined,
): Promise<MenuBookRow | undefined> {
  const row = z.safeParse(Row, await db.menuBooks.get([locationId, mode]))
  if (!row.success) return undefined
  try {
    return { locationId, mode, ...row.data, book: await checkBook(row.data.book, pause) }
  } catch {
    return undefined // It no longer fits.
  }
}

/** Replaces the menu book of its location and mode. */
export async function saveMenuBook(db: LarderDatabase, row: MenuBookRow): Promise<void> {
  await db.menuBooks.put(row)
}

/** Says that the copy was found unchanged at a time (ms since the epoch). */
export async function touchMenuBook(db: LarderDatabase, locationId: string, mode: MenuMode, savedAt: number): Promise<void> {
  await db.transaction('rw', db.menuBooks, async () => {
    const row = await db.menuBooks.get([locationId, mode])
    // Written back as it came: Dexie's `modify` would copy and compare every dish of it first.
    if (row) await db.menuBooks.put({ ...row, savedAt })
  })
}
