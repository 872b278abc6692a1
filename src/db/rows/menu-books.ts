import type { MenuBook, MenuMode } from '#contract/schemas/menu.ts'

/** A whole menu book in one row: one read, and never half of an older one. When it is confirmed as current, a small row of its own records that. */
export type MenuBookRow = {
  locationId: string
  mode: MenuMode
  book: MenuBook
  etag: string | null
  savedAt: number
}
