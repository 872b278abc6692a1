import type { ReactNode } from 'react'
import type { BookMenu, MenuItem } from '#contract/schemas/menu.ts'
import { useBook, useMenus } from '#lib/query/menu-book.ts'
import { AvoidedNote } from './avoided-note.tsx'
import { useDietaryFilter } from './use-dietary-filter.ts'

type FilteredBook = Pick<ReturnType<typeof useBook>, 'book' | 'failed' | 'retry'> & {
  menus: BookMenu[]
  tellsAllergens: boolean
  /** What was left out of them, to stand above them; nothing where nothing was. */
  note: ReactNode
}

/** The till's menus to read from top to bottom: the dishes alone that somebody on this device wants. */
export function useFilteredBook(): FilteredBook {
  const { book, failed, retry } = useBook('browse')
  const told = useMenus('browse')
  const keep = useDietaryFilter(told)
  const menus = (book?.menus ?? []).map((menu) => (keep ? withOnly(menu, keep) : menu))
  return {
    book,
    failed,
    retry,
    menus,
    tellsAllergens: told.tellsAllergens,
    note: book && keep && (
      <AvoidedNote told={told} counts={{ left: countOf(menus), of: countOf(book.menus) }} />
    ),
  }
}

/** A menu of the dishes that are left of it; a category of which none is goes, too. */
const withOnly = (menu: BookMenu, keep: (item: MenuItem) => boolean): BookMenu => ({
  ...menu,
  categories: menu.categories
    .map((category) => ({ ...category, items: category.items.filter(keep) }))
    .filter(({ items }) => items.length > 0),
})

const countOf = (menus: readonly BookMenu[]): number =>
  menus.flatMap(({ categories }) => categories).reduce((sum, { items }) => sum + items.length, 0)
