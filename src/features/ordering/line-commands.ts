import { isFromMenu } from '#contract/rules/menu-line.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { ShownLine } from '#db/outbox.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'

/** Durable changes of the lines that are on the order, from its own pages: nobody's launch waits for them. */

/** A line as it goes to the restaurant, with its choices and this many of it, and as it shows until that has answered. */
function asSent(line: ViewLine, quantity: number): { line: OrderLineItem; shown: ShownLine } {
  if (!isFromMenu(line)) throw new Error('a line that is not from a menu stays as it is')
  const { menu_external_id, menu_category_external_id, menu_item_external_id } = line
  const known = line.agreedAllergens ?? line.allergens
  return {
    line: {
      menu_external_id,
      menu_category_external_id,
      menu_item_external_id,
      menu_item: line.menu_item,
      modifiers: line.modifiers.filter((one) => one.modifier !== '').map(({ modifier }) => ({ modifier })),
      quantity,
    },
    // Another number of them agrees to no other price, and to nothing else in it.
    shown: {
      name: line.name,
      unitCents: line.agreedCents ?? line.unitCents,
      modifiers: line.modifiers,
      ...(known && { allergens: known }),
      ...(line.taxParts && { taxParts: line.taxParts }),
    },
  }
}

/** Changes how many of a line there are. */
export async function changeQuantity(services: Services, line: ViewLine, quantity: number): Promise<string> {
  const changed = asSent(line, quantity)
  markItemAdded()
  return await services.record({ kind: 'item.change', lineId: line.lineId, ...changed })
}

/** Puts a line that was taken off on the order again, as it was. For the restaurant it is a new one: the other is gone, or on its way to be. */
export async function putLineBack(services: Services, line: ViewLine): Promise<string> {
  const again = asSent(line, line.quantity)
  markItemAdded()
  return await services.record({ kind: 'item.add', lineId: services.ids.uuid(), ...again })
}

/** Takes a line off the order. */
export async function removeLine(services: Services, lineId: string): Promise<string> {
  markItemAdded()
  return await services.record({ kind: 'item.remove', lineId })
}
