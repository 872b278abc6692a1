import { fold } from '#contract/fold.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'

/** The menus' dishes, as the kitchen searches them. */

/** `where`: its menu and category, for display. */
export type Dish = { id: string; name: string; where: string }
export type DishGroup = { title: string; dishes: Dish[] }

/** Every dish once per category, in the menus' order. Dishes with the same kitchen id are one dish, wherever they appear. */
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

/** The dishes whose name or category contains all typed words, ignoring accents. */
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
