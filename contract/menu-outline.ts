import { dietsOf, tellsAllergens } from './rules/allergens.ts'
import type { MenuOutline } from './schemas/first-screen.ts'
import type { MenuBook } from './schemas/menu.ts'

/** The outline of a menu book: its menus and categories, and how many items each has. */
export const outlineOf = (book: MenuBook): MenuOutline => ({
  menus: book.menus.map(({ categories, ...menu }) => ({
    ...menu,
    categories: categories.map(({ items, ...category }) => ({ ...category, item_count: items.length })),
  })),
  ...(tellsAllergens(book) && { tells_allergens: true }),
  diets: dietsOf(book),
})
