import { t } from '../language.ts'
import type { SoldOut } from '../schemas/location.ts'
import type { MenuBook, MenuItem } from '../schemas/menu.ts'
import type { Availability } from './item.ts'
import { listNow } from './sold-out.ts'

type Marked = { key: string; book: MenuBook }

/** The last book and its result: every screen asks about the same one, so it is computed once. */
const known = new WeakMap<MenuBook, Marked>()

/** A book with the dishes marked that are sold out at an instant (ms). Returns the same book where none is, and keeps the objects of all other dishes. */
export function withSoldOut(book: MenuBook, soldOut: readonly SoldOut[] | undefined, atMs: number): MenuBook {
  const now = listNow(soldOut, atMs)
  if (now.length === 0) return book
  const key = JSON.stringify(now)
  const before = known.get(book)
  if (before?.key === key) return before.book
  const byId = new Map(now.map((one) => [one.item_id, one]))
  const mark = (item: MenuItem): MenuItem & Availability => {
    const found = byId.get(item.omnivore_id)
    if (!found) return item
    return { ...item, available: false, soldOutToday: found.until && t('Sold out today') }
  }
  const marked = {
    menus: book.menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((category) => ({ ...category, items: category.items.map(mark) })),
    })),
  }
  known.set(book, { key, book: marked })
  return marked
}
