import { createHash } from 'node:crypto'
import { isDietAsItComes } from '#contract/rules/allergens.ts'
import { type FeatureName, isOn } from '#contract/rules/features.ts'
import type {
  BookCategory,
  BookMenu,
  Category,
  Menu,
  MenuBook,
  MenuChanges,
  MenuItem,
  MenuItemCard,
  MenuMode,
} from '#contract/schemas/menu.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** A merchant's menus as each call answers them. Pure functions of the imported document. */

/** The menus of a mode without their categories, in display order. */
export const listMenuHeads = (merchant: Merchant, mode: MenuMode): Menu[] =>
  listShown(merchant, mode).map(({ categories: _categories, modes: _modes, ...menu }) => menu)

/** The menus of a mode; none where the location has switched that mode off. */
const listShown = (merchant: Merchant, mode: MenuMode): Merchant['menus'] =>
  isOn(merchant.location.settings, modeFeatures[mode]) ? merchant.listMenus(mode) : []

const modeFeatures = { browse: 'dishesToRead', order: 'onlineOrders' } as const satisfies Record<
  MenuMode,
  FeatureName
>

/** A menu that is shown in either mode: browsing and ordering share its categories. */
export const findMenu = (merchant: Merchant, menu: string): BookMenu | undefined =>
  [...listShown(merchant, 'order'), ...listShown(merchant, 'browse')].find((one) => one.external_id === menu)

/** The categories of a menu without their items. */
export const listCategories = (menu: BookMenu): Category[] =>
  menu.categories.map(({ items: _items, ...category }) => category)

/** A category of a menu that the location shows, by their external ids. */
export const findCategory = (merchant: Merchant, menu: string, category: string): BookCategory | undefined =>
  findMenu(merchant, menu)?.categories.find((one) => one.external_id === category)

/** A dish of a category of a menu that the location shows, by their external ids. */
export const findItem = (
  merchant: Merchant,
  menu: string,
  category: string,
  item: string,
): MenuItem | undefined =>
  findCategory(merchant, menu, category)?.items.find((one) => one.external_id === item)

/** An item without its sections. */
export function cardOf(item: MenuItem): MenuItemCard {
  // Allergens are those of the dish without its choices: a list that omits the choices cannot state them.
  const { custom_options: _options, additional_items: _additional, allergens: _allergens, ...card } = item
  return {
    ...card,
    vegan: item.vegan && isDietAsItComes(item, 'vegan'),
    gluten_free: item.gluten_free && isDietAsItComes(item, 'gluten_free'),
  }
}

/** Everything of one mode in one answer. */
export const bookOf = (merchant: Merchant, mode: MenuMode): MenuBook => ({
  menus: listShown(merchant, mode).map(({ modes: _modes, ...menu }) => ({
    ...menu,
    categories: menu.categories.map((category) => ({ ...category, digest: digestOf(category) })),
  })),
})

/** The same, but with only the digests of the categories that the caller already has (extension `menu_changes`); undefined if it has none of them. */
export function findChanges(
  merchant: Merchant,
  mode: MenuMode,
  have: ReadonlySet<string>,
): MenuChanges | undefined {
  const { menus } = bookOf(merchant, mode)
  const isHad = ({ digest }: BookCategory): boolean => digest !== undefined && have.has(digest)
  if (!menus.some(({ categories }) => categories.some(isHad))) return undefined
  return {
    menus: menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((category) =>
        isHad(category) ? { digest: category.digest! } : category,
      ),
    })),
  }
}

const digests = new WeakMap<BookCategory, string>()

/** Twelve characters, 72 bits of a hash of the category. Computed once per revision. */
function digestOf(category: BookCategory): string {
  const known = digests.get(category)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(JSON.stringify(category)).digest('base64url').slice(0, 12)
  digests.set(category, digest)
  return digest
}
