import { fold } from '#contract/fold.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'

/** The dishes of the menus, as the kitchen looks for them. */

/** `where`: its menu and category, for people. */
export type Dish = { id: string; name: string; where: string }
export type DishGroup = { title: string; dishes: Dish[] }

/** Every dish once in its category, in the order of the menus. What a kitchen knows by one id is one dish, wherever it stands. */
export const groupsOf = ({ menus }: MenuBook): DishGroup[] =>
  menus.flatMap((menu) =>
    menu.categories.map((category) => {
      const title = `${menu.name} · ${category.name}`
      return {
        title,
        dishes: category.items.map(({ omnivore_id: id, name }) => ({ id, name, where: title })),
      }
    }),
  )

/** What has all the words that were typed, whatever its accents, in its own name or its category's. */
export function searchGroups(groups: readonly DishGroup[], text: string): DishGroup[] {
  const words = fold(text).split(' ').filter(Boolean)
  return groups
    .map(({ title, dishes }) => ({
      title,
      dishes: dishes.filter(({ name }) => {
        const whole = fold(`${name} ${title}`)
        return words.every((word) => whole.includes(word))
      }),
    }))
    .filter(({ dishes }) => dishes.length > 0)
}
