import type { Location } from '#contract/schemas/location.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import type { LocationFile } from './file-schemas.ts'
import type { ImportedMenu } from './menus.ts'
import type { SourceFile } from './source-file.ts'

/** `house_favorites` of `location.json` (merchants/README.md, decision 084): reading, checking and writing them back. */

type Menus = Pick<ImportedMenu, 'categories'>[]

const dishesOf = (menus: Menus): MenuItem[] =>
  menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items))

/** The dishes that the file names, in the API's form: each where it first occurs on the menus. */
export function houseFavoritesOf(
  { house_favorites: names = [] }: LocationFile,
  menus: Menus,
): Pick<Location, 'featured_dishes'> {
  const dishes = dishesOf(menus)
  const ids = names.flatMap(
    (name) => dishes.find(({ external_id }) => external_id === name)?.omnivore_id ?? [],
  )
  return ids.length > 0 ? { featured_dishes: { by: 'house', item_ids: ids } } : {}
}

/** The stored favorites in the file's form. */
export function houseFavoritesFile({ location, menus }: MerchantDocument): { house_favorites?: string[] } {
  const dishes = dishesOf(menus)
  const names = (location.featured_dishes?.item_ids ?? []).flatMap(
    (id) => dishes.find(({ omnivore_id }) => omnivore_id === id)?.external_id ?? [],
  )
  return names.length > 0 ? { house_favorites: names } : {}
}

/** Reports a dish that is on no menu, and one that is listed twice. */
export function reportHouseFavorites(
  { house_favorites: names = [] }: LocationFile,
  menus: Menus,
  source: SourceFile,
): void {
  const known = new Set(dishesOf(menus).map(({ external_id }) => external_id))
  names.forEach((name, index) => {
    if (!known.has(name)) source.report(['house_favorites', index], `no dish of the menus is "${name}"`)
    else if (names.indexOf(name) < index)
      source.report(['house_favorites', index], `"${name}" is named twice`)
  })
}
