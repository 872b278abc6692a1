import type { BookMenu, MenuBook, MenuMode } from '#contract/schemas/menu.ts'

/** A whole menu book. When it is confirmed as current, a small row of its own records that. */
export type MenuBookRow = {
  locationId: string
  mode: MenuMode
  book: MenuBook
  etag: string | null
  savedAt: number
}

/** A book as it is stored: its categories are JSON texts. Older builds stored them as objects. */
export type StoredBook = { menus: (Omit<BookMenu, 'categories'> & { categories: string[] })[] }

/** In one row: it is read at once, and never mixed with an older book. */
export type StoredMenuBookRow = Omit<MenuBookRow, 'book'> & { book: StoredBook }
