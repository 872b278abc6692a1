import type { ShownLine } from '#db/outbox.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'

/** The fixture's dishes with their choices: enough for every tap of a session to have a line of its own. */

type Dish = {
  id: string
  name: string
  cents: number
  category: string
  modifiers: { modifier: string; name: string; price: number }[]
}

const small = { modifier: 'size-12', name: '12 inch', price: 0 }
const large = { modifier: 'size-16', name: '16 inch', price: 600 }
const pizza = (...modifiers: Dish['modifiers']): Dish => ({
  id: 'margherita',
  name: 'Margherita',
  category: 'pizza',
  cents: 1600 + modifiers.reduce((sum, { price }) => sum + price, 0),
  modifiers,
})
const pasta = (modifier: string, name: string): Dish => ({
  id: 'carbonara',
  name: 'Carbonara',
  category: 'pasta',
  cents: 1955,
  modifiers: [{ modifier, name, price: 0 }],
})

const dishes: readonly Dish[] = [
  pizza(small),
  pasta('pasta-rigatoni', 'Rigatoni'),
  pizza(large, { modifier: 'cut-8', name: '8 slices', price: 0 }),
  pasta('pasta-spaghetti', 'Spaghetti'),
  pizza(large, { modifier: 'cut-12', name: '12 squares', price: 0 }),
  pizza(small, { modifier: 'top-burrata', name: 'Burrata', price: 450 }),
  // Sold out: the restaurant refuses it.
  { id: 'tartufo', name: 'Tartufo', category: 'pizza', cents: 2400, modifiers: [small] },
]
const quantities = 10

type Drawn = { marker: string; line: OrderLineItem; shown: ShownLine }

/** What identifies a line: its dish, choices and quantity. */
export const markerOf = (dish: string, modifiers: readonly string[], quantity: number): string =>
  `${quantity} ${dish} ${modifiers.toSorted().join('+')}`

const choicesOf = ({ modifiers }: Dish): string[] => modifiers.map(({ modifier }) => modifier)

/** What a line with this marker costs (cents). */
export function centsOfMarker(marker: string): number {
  for (const dish of dishes)
    for (let quantity = 1; quantity <= quantities; quantity++)
      if (markerOf(dish.id, choicesOf(dish), quantity) === marker) return dish.cents * quantity
  throw new Error(`nobody can order "${marker}"`)
}

/** The drawn dish and quantity, or the next combination that is still unused in the session. Undefined when all are used up. */
export function drawDish(dish: number, quantity: number, used: Set<string>): Drawn | undefined {
  for (let tried = 0; tried < dishes.length * quantities; tried++) {
    const many = ((quantity - 1 + tried) % quantities) + 1
    const one = dishes[(dish + Math.floor(tried / quantities)) % dishes.length]!
    const marker = markerOf(one.id, choicesOf(one), many)
    if (used.has(marker)) continue
    used.add(marker)
    return { marker, ...asSent(one, many) }
  }
  return undefined
}

const asSent = ({ id, name, category, cents, modifiers }: Dish, quantity: number): Omit<Drawn, 'marker'> => ({
  line: {
    menu_external_id: 'dinner',
    menu_category_external_id: category,
    menu_item_external_id: id,
    menu_item: `dinner.${category}.${id}`,
    modifiers: modifiers.map(({ modifier }) => ({ modifier })),
    quantity,
  },
  shown: { name, unitCents: cents, modifiers },
})
