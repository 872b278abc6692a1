import type { ShownLine } from '#db/outbox.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'

/** Dishes of the fixture's menu with their choices, so many that every tap of a session can have a line that no other has. */

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

export type Drawn = { marker: string; line: OrderLineItem; shown: ShownLine }

/** What a line is told from others by: its dish, its choices and how many. */
export const markerOf = (dish: string, modifiers: readonly string[], quantity: number): string =>
  `${quantity} ${dish} ${modifiers.toSorted().join('+')}`

/** The dish and quantity that were drawn, or the next that nobody in the session has had. Undefined when all are used up. */
export function drawDish(dish: number, quantity: number, used: Set<string>): Drawn | undefined {
  for (let tried = 0; tried < dishes.length * quantities; tried++) {
    const many = ((quantity - 1 + tried) % quantities) + 1
    const one = dishes[(dish + Math.floor(tried / quantities)) % dishes.length]!
    const marker = markerOf(
      one.id,
      one.modifiers.map(({ modifier }) => modifier),
      many,
    )
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
