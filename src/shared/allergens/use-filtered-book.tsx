import type { ReactNode } from 'react'
import type { BookMenu, MenuItem } from '#contract/schemas/menu.ts'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { AvoidedNote } from './avoided-note.tsx'
import { useDietaryFilter } from './use-dietary-filter.ts'

type FilteredBook = Pick<ReturnType<typeof useBook>, 'book' | 'failed' | 'retry'> & {
  menus: BookMenu[]
  tellsAllergens: boolean
  /** The note about hidden dishes, for above the menus; nothing where none is hidden. */
  note: ReactNode
}

/** The menus for reading from top to bottom, with only the dishes that match the guest's dietary needs. */
export function useFilteredBook(): FilteredBook {
  const { book, failed, retry } = useBook('browse')
  const info = useMenus('browse')
  const keep = useDietaryFilter(info)
  const menus = (book?.menus ?? []).map((menu) => (keep ? withOnly(menu, keep) : menu))
  return {
    book,
    failed,
    retry,
    menus,
    tellsAllergens: info.tellsAllergens,
    note: book && keep && (
      <AvoidedNote info={info} counts={{ left: countOf(menus), of: countOf(book.menus) }} />
    ),
  }
}

/** A menu with its matching dishes. A category without any is dropped. */
const withOnly = (menu: BookMenu, keep: (item: MenuItem) => boolean): BookMenu => ({
  ...menu,
  categories: menu.categories
    .map((category) => ({ ...category, items: category.items.filter(keep) }))
    .filter(({ items }) => items.length > 0),
})

const countOf = (menus: readonly BookMenu[]): number =>
  menus.flatMap(({ categories }) => categories).reduce((sum, { items }) => sum + items.length, 0)
