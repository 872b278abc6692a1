import { priceLine } from '#contract/pricing/line.ts'
import { modifiersOf, type Selection } from '#contract/pricing/selection.ts'
import { statementOf } from '#contract/rules/allergens.ts'
import { listItemProblems } from '#contract/rules/item.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { maximumLineQuantity } from '#contract/rules/quantity.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { ShownLine } from '#db/outbox.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'

/** Adds a dish to the order: a durable change, written to the device first and sent by the outbox. Changes of existing lines: line-commands.ts. */

type LineToSave = {
  item: MenuItem
  selection: Selection
  quantity: number
  lineId?: string | undefined
  /** Raises the quantity of an identical line, if there is one. */
  isOneMore?: boolean
  /** The id for a new line, if the caller needs to find it afterwards. */
  newLineId?: string
}

/** Adds a dish to the order, or saves a changed line. Resolves with the change's id once the device has stored it; rejects if it cannot. */
export async function saveLine(
  services: Services,
  { item, selection, quantity, lineId, isOneMore, newLineId = services.ids.uuid() }: LineToSave,
): Promise<string> {
  if (listItemProblems(item, selection).length > 0) throw new Error('open choices')
  const line: OrderLineItem = {
    menu_external_id: item.external_menu_id,
    menu_category_external_id: item.external_menu_category_id,
    menu_item_external_id: item.external_id,
    menu_item: item.omnivore_id,
    modifiers: modifiersOf(item, selection),
    quantity: Math.min(maximumLineQuantity, Math.max(1, quantity)),
  }
  const allergens = statementOf(item, selection)
  const shown: ShownLine = { name: item.name, ...priceLine(item, selection), ...(allergens && { allergens }) }
  markItemAdded()
  return await services[isOneMore ? 'recordOneMore' : 'record'](
    lineId === undefined
      ? { kind: 'item.add', lineId: newLineId, line, shown }
      : { kind: 'item.change', lineId, line, shown },
  )
}
