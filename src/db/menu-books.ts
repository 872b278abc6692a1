import * as z from 'zod/mini'
import { checkBook, type MenuBook, type MenuMode } from '#contract/schemas/menu.ts'
import type { LarderDatabase } from './database.ts'
import { isNewer } from './newest.ts'
import type { MenuBookRow, StoredBook } from './rows/menu-books.ts'

export type { MenuBookRow } from './rows/menu-books.ts'

const Row = z.object({ book: z.unknown(), etag: z.nullable(z.string()), savedAt: z.number() })

/** The book that was last saved or confirmed, and when (ms since the epoch). */
const Checked = z.object({ etag: z.nullable(z.string()), at: z.number() })

const checkedKey = (locationId: string, mode: MenuMode): string => `menu-book-checked:${locationId}:${mode}`

/**
 * The location's menu book in a mode, or undefined. A row that no longer fits its schema counts as none, and is fetched again.
 * @param pause waits between the parts of the check, because somebody may be tapping meanwhile
 */
export async function findMenuBook(
  db: LarderDatabase,
  locationId: string,
  mode: MenuMode,
  pause: () => Promise<void> = async () => undefined,
): Promise<MenuBookRow | undefined> {
  const [stored, checked] = await Promise.all([
    db.menuBooks.get([locationId, mode]),
    db.meta.get(checkedKey(locationId, mode)),
  ])
  const row = z.safeParse(Row, stored)
  if (!row.success) return undefined
  const { data: last } = z.safeParse(Checked, checked?.value)
  // The last check counts, even with an earlier time: the other was then dated by a wrong clock.
  const savedAt = last && last.etag === row.data.etag ? last.at : row.data.savedAt
  try {
    return { locationId, mode, etag: row.data.etag, savedAt, book: await checkBook(row.data.book, pause) }
  } catch {
    return undefined // It no longer fits.
  }
}

/**
 * Replaces the menu book of its location and mode, unless a newer one is stored: the small row beside it says how old it is.
 * @param pause waits between the parts, as in findMenuBook
 */
export async function saveMenuBook(
  db: LarderDatabase,
  { book, ...row }: MenuBookRow,
  { now, pause = async () => undefined }: { now?: number; pause?: () => Promise<void> } = {},
): Promise<void> {
  const stored = await packBook(book, pause)
  await db.transaction('rw', db.menuBooks, db.meta, async () => {
    const key = checkedKey(row.locationId, row.mode)
    const { data: last } = z.safeParse(Checked, (await db.meta.get(key))?.value)
    if (last && isNewer({ savedAt: last.at }, row, now)) return
    await db.menuBooks.put({ ...row, book: stored })
    await db.meta.put({ key, value: { etag: row.etag, at: row.savedAt } })
  })
}

/** A browser copies a row in one piece, for which an object of thousands of dishes takes far longer than the same as text: each category is one text. */
async function packBook({ menus }: MenuBook, pause: () => Promise<void>): Promise<StoredBook> {
  const packed: StoredBook['menus'] = []
  for (const menu of menus) {
    const categories: string[] = []
    for (const category of menu.categories) {
      await pause()
      categories.push(JSON.stringify(category))
    }
    packed.push({ ...menu, categories })
  }
  return { menus: packed }
}

/**
 * Records when the copy with this etag was confirmed as current (ms since the epoch). In a row of its own: reading and rewriting the whole book takes a slow
 * phone longer than a tap may wait.
 */
export async function touchMenuBook(
  db: LarderDatabase,
  locationId: string,
  mode: MenuMode,
  etag: string,
  at: number,
): Promise<void> {
  await db.meta.put({ key: checkedKey(locationId, mode), value: { etag, at } })
}
