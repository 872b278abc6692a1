import { isFromMenu } from '#contract/rules/menu-line.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { ShownLine } from '#db/outbox.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'

/** Durable changes of the lines on the order, from its own pages. Kept apart so that the first launch does not load them. */

/** A line as it is sent, with its choices and this quantity, and as it is shown until the restaurant answers. */
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
    // Changing the quantity does not accept a new price or anything else new about the dish.
    shown: {
      name: line.name,
      unitCents: line.agreedCents ?? line.unitCents,
      modifiers: line.modifiers,
      ...(known && { allergens: known }),
      ...(line.taxParts && { taxParts: line.taxParts }),
    },
  }
}

/** Changes a line's quantity. */
export async function changeQuantity(services: Services, line: ViewLine, quantity: number): Promise<string> {
  const changed = asSent(line, quantity)
  markItemAdded()
  return await services.record({ kind: 'item.change', lineId: line.lineId, ...changed })
}

/** Adds a removed line again, as it was. For the restaurant it is a new line: the old one is gone, or about to be. */
export async function putLineBack(services: Services, line: ViewLine): Promise<string> {
  const again = asSent(line, line.quantity)
  markItemAdded()
  return await services.record({ kind: 'item.add', lineId: services.ids.uuid(), ...again })
}

/** Removes a line from the order. */
export async function removeLine(services: Services, lineId: string): Promise<string> {
  markItemAdded()
  return await services.record({ kind: 'item.remove', lineId })
}
