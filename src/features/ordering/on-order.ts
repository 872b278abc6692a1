import { translateAnswer } from '#contract/language.ts'
import type { MenuItemCard } from '#contract/schemas/menu.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'

type Dish = Pick<MenuItemCard, 'external_menu_id' | 'external_menu_category_id' | 'external_id'>

/** What the order tells about the dishes in a list. */
export type OnOrder = {
  /** How many of a dish are on the order, with any options, and the restaurant's words if it refused the last one. */
  of(dish: Dish): { count: number; refused: string | undefined }
}

const keyOf = (menu?: string, category?: string, item?: string): string =>
  JSON.stringify([menu, category, item])

/** Reads the order once for a whole list. */
export function readOnOrder(ticket: TicketState): OnOrder {
  const counts = new Map<string, number>()
  const refusals = new Map<string, string>()
  if (ticket.state === 'active') {
    for (const line of ticket.view.lines) {
      const key = keyOf(line.menu_external_id, line.menu_category_external_id, line.menu_item_external_id)
      counts.set(key, (counts.get(key) ?? 0) + line.quantity)
    }
    for (const { change, messages } of ticket.row.refusals) {
      // Adding one more of a dish is an `item.change` of its line.
      if (change.kind !== 'item.add' && change.kind !== 'item.change') continue
      const { line } = change
      const key = keyOf(line.menu_external_id, line.menu_category_external_id, line.menu_item_external_id)
      refusals.set(key, messages.map(translateAnswer).join(' '))
    }
  }
  return {
    of(dish) {
      const key = keyOf(dish.external_menu_id, dish.external_menu_category_id, dish.external_id)
      return { count: counts.get(key) ?? 0, refused: refusals.get(key) }
    },
  }
}
