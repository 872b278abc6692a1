import { formatCents } from '#contract/money.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'

/** What guests would see change by an import, in lines for the operator: a removed menu or a wrong price is noticed before a guest notices it. */

/** A new price of every dish must not push everything else off the screen. */
const maxLines = 40

type Dishes = ReadonlyMap<string, { menu: string; dish: MenuItem }>

/** The differences between two versions of a merchant; `before` is undefined for one that is new. */
export function listChanges(before: MerchantDocument | undefined, after: MerchantDocument): string[] {
  if (!before) return []
  const lines = [...menuLines(before, after), ...dishLines(dishesOf(before), dishesOf(after))]
  const others = [
    ...(isSame(before.host, after.host) ? [] : ['host.json']),
    ...(isSame(restOf(before), restOf(after)) ? [] : ['location.json or places.json']),
  ]
  if (others.length > 0) lines.push(`Changed in ${others.join(' and in ')}`)
  const more = lines.length - maxLines
  return more > 0 ? [...lines.slice(0, maxLines), `and ${more} more`] : lines
}

function menuLines({ menus: before }: MerchantDocument, { menus: after }: MerchantDocument): string[] {
  const lines = (verb: string, some: MerchantDocument['menus'], others: MerchantDocument['menus']) =>
    some
      .filter(({ external_id: id }) => others.every((other) => other.external_id !== id))
      .map(({ name, categories }) => {
        const count = categories.reduce((sum, { items }) => sum + items.length, 0)
        return `Menu ${verb}: ${name}, with ${count === 1 ? '1 dish' : `${count} dishes`}`
      })
  return [...lines('removed', before, after), ...lines('added', after, before)]
}

/** All dishes of the menus, by the ids that lead to them. */
const dishesOf = ({ menus }: MerchantDocument): Dishes =>
  new Map(
    menus.flatMap(({ external_id: menuId, name: menu, categories }) =>
      categories.flatMap(({ external_id: categoryId, items }) =>
        items.map((dish) => [`${menuId}.${categoryId}.${dish.external_id}`, { menu, dish }] as const),
      ),
    ),
  )

const menuOf = (id: string): string => id.slice(0, id.indexOf('.'))

/** Of menus that both versions have. */
function dishLines(before: Dishes, after: Dishes): string[] {
  const menusOf = (dishes: Dishes): ReadonlySet<string> => new Set([...dishes.keys()].map(menuOf))
  const [menusBefore, menusAfter] = [menusOf(before), menusOf(after)]
  const removed = [...before].filter(([id]) => !after.has(id) && menusAfter.has(menuOf(id)))
  const added = [...after].filter(([id]) => !before.has(id) && menusBefore.has(menuOf(id)))
  const changed = [...after].flatMap(([id, { menu, dish }]) => {
    const old = before.get(id)?.dish
    return old ? differences(old, dish).map((words) => `${menu}: ${words}`) : []
  })
  return [
    ...removed.map(([, { menu, dish }]) => `${menu}: ${dish.name} removed`),
    ...added.map(([, { menu, dish }]) => `${menu}: ${dish.name} added, ${priceOf(dish)}`),
    ...changed,
  ]
}

function differences(old: MenuItem, dish: MenuItem): string[] {
  const { name } = dish
  const words = [
    ...(old.name === name ? [] : [`${old.name} is now called ${name}`]),
    ...(priceOf(old) === priceOf(dish) ? [] : [`${name} ${priceOf(old)} → ${priceOf(dish)}`]),
    ...(old.available === dish.available
      ? []
      : [`${name} ${dish.available === false ? 'cannot be ordered' : 'can be ordered again'}`]),
  ]
  return words.length > 0 || isSame(old, dish) ? words : [`${name} changed`]
}

const priceOf = ({ omnivore }: MenuItem): string => formatCents(omnivore.price_per_unit)

const restOf = ({ host: _host, menus: _menus, ...rest }: MerchantDocument): unknown => rest

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
