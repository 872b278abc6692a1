import { type Allergen, dietAllergens } from '#contract/rules/allergen-list.ts'
import { dollarsText } from '../dollars-text.ts'
import { freshId } from '../fresh-id.ts'
import type { PublishedDish, PublishedMenu } from './read-menus.ts'

/** Converts a published menu into a menu file (merchants/README.md). */

/** A dish's photo: where it was published, and its name in `photos/`. */
type PictureSource = { slug: string; address: string }
export type MadeMenu = { externalId: string; file: Record<string, unknown>; pictures: PictureSource[] }

/** Makes the file. `taken` are the ids of the existing menus; this menu's is added. `hasPicture` tells which pictures have been drawn already. */
export function makeMenuFile(
  menu: PublishedMenu,
  taken: Set<string>,
  hasPicture: (slug: string) => boolean,
): MadeMenu {
  const externalId = freshId(menu.name, taken)
  const categoryIds = new Set<string>()
  const slugs = new Set<string>()
  const pictures: PictureSource[] = []
  const categories = menu.categories.map((category) => {
    const id = freshId(category.name, categoryIds)
    const itemIds = new Set<string>()
    const items = category.dishes.map((dish) => {
      const itemId = freshId(dish.name, itemIds)
      const slug = dish.image === undefined ? undefined : freshId(dish.name, slugs)
      if (slug !== undefined && dish.image !== undefined && !hasPicture(slug))
        pictures.push({ slug, address: dish.image })
      return itemOf(dish, {
        itemId,
        place: `${externalId}-${id}-${itemId}`,
        picture: slug !== undefined && hasPicture(slug) ? slug : undefined,
      })
    })
    return { external_id: id, name: category.name, description: category.description, items }
  })
  return {
    externalId,
    pictures,
    file: { external_id: externalId, name: menu.name, description: menu.description, categories },
  }
}

type ItemNames = { itemId: string; place: string; picture: string | undefined }

const itemOf = (dish: PublishedDish, { itemId, place, picture }: ItemNames): Record<string, unknown> => ({
  external_id: itemId,
  name: dish.name,
  description: dish.description,
  price: dollarsText(dish.cents),
  ...(picture === undefined ? {} : { pictures: [picture] }),
  ...(dish.vegan ? { vegan: true } : {}),
  ...(dish.glutenFree ? { gluten_free: true } : {}),
  ...allergensOf(dish),
  ...(dish.available ? {} : { available: false }),
  ...(dish.sizes.length === 0 ? {} : { options: [sizeSection(dish, place)] }),
})

/** What a diet implies about allergens, the same for all sizes. The page states nothing about other allergens, so they are not known. */
function allergensOf({ vegan, glutenFree }: PublishedDish): { allergens?: { free_from: Allergen[] } } {
  const free = [...(vegan ? dietAllergens.vegan : []), ...(glutenFree ? dietAllergens.gluten_free : [])]
  return free.length === 0 ? {} : { allergens: { free_from: free } }
}

/** The cheapest size is the dish's price; the others add their difference. An id has one price everywhere, so it includes the dish's place. */
function sizeSection(dish: PublishedDish, place: string): Record<string, unknown> {
  const { sizes, cents } = dish
  const ids = new Set<string>()
  const cheapest = sizes.findIndex((size) => size.cents === cents)
  const values = sizes.map((size, index) => ({
    id: `${place}-${freshId(size.name, ids)}`,
    name: size.name,
    price: dollarsText(size.cents - cents),
    ...(index === cheapest ? { default: true } : {}),
    ...allergensOf(dish),
  }))
  return { name: 'Size', choices: [{ required: true, values }] }
}
