import * as z from 'zod/mini'
import { MenuBook, type MenuMode } from '#contract/schemas/menu.ts'
import type { LarderDatabase } from './database.ts'

/** A whole menu book in one row: one read, and never half of an older one. */
export type MenuBookRow = { locationId: string; mode: MenuMode; book: MenuBook; etag: string | null; savedAt: number }

const Row = z.object({ book: MenuBook, etag: z.nullable(z.string()), savedAt: z.number() })

/** The location's menu book in a mode, or undefined. A row that no longer fits its schema counts as none, and is fetched anew. */
export async function findMenuBook(db: LarderDatabase, locationId: string, mode: MenuMode): Promise<MenuBookRow | undefined> {
  const row = z.safeParse(Row, await db.menuBooks.get([locationId, mode]))
  return row.success ? { locationId, mode, ...row.data } : undefined
}

/** Replaces the menu book of its location and mode. */
export async function saveMenuBook(db: LarderDatabase, row: MenuBookRow): Promise<void> {
  await db.menuBooks.put(row)
}

/** Says that the copy was found unchanged at a time (ms since the epoch). */
export async function touchMenuBook(db: LarderDatabase, locationId: string, mode: MenuMode, savedAt: number): Promise<void> {
  await db.menuBooks
    .where('[locationId+mode]')
    .equals([locationId, mode])
    .modify((row) => {
      row.savedAt = savedAt
    })
}
