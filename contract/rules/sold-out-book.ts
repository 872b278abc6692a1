import { t } from '../language.ts'
import type { SoldOut } from '../schemas/location.ts'
import type { MenuBook, MenuItem } from '../schemas/menu.ts'
import type { Availability } from './item.ts'
import { listNow } from './sold-out.ts'

type Marked = { key: string; book: MenuBook }

/** The last of each: every screen has the same, and what is made of it is made once. */
const known = new WeakMap<MenuBook, Marked>()

/** A book whose dishes are marked that have run out at an instant (ms); the same book where none has. Dishes that have not stay the same, too. */
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
