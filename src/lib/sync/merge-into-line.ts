import { findAllergenChange } from '#contract/rules/line-check.ts'
import { maximumLineQuantity } from '#contract/rules/quantity.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import type { Modifier, OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { TicketView, ViewLine } from './ticket-view-types.ts'

/**
 * Adds a dish as one more of an existing line: the same dish with the same choices, at the price that was agreed to for it and with no fewer allergen promises,
 * if that line has room. Otherwise it becomes a line of its own: adding one more must not agree to anything new for those before it.
 */
export function mergeIntoLine(view: TicketView | undefined, change: TicketChange): TicketChange {
  if (change.kind !== 'item.add' || !view || isFinished(view.status)) return change
  const { line, shown } = change
  const same = view.lines.find(
    (one) =>
      isSameDish(one, line) &&
      (one.agreedCents ?? one.unitCents) === shown.unitCents &&
      !findAllergenChange(one.agreedAllergens ?? one.allergens, shown.allergens) &&
      one.quantity + line.quantity <= maximumLineQuantity,
  )
  if (!same) return change
  const quantity = same.quantity + line.quantity
  return { kind: 'item.change', lineId: same.lineId, line: { ...line, quantity }, shown }
}

const isSameDish = (one: ViewLine, line: OrderLineItem): boolean =>
  one.menu_external_id === line.menu_external_id &&
  one.menu_category_external_id === line.menu_category_external_id &&
  one.menu_item_external_id === line.menu_item_external_id &&
  one.menu_item === line.menu_item &&
  chosenOf(one.modifiers) === chosenOf(line.modifiers)

/** The choices, in any order. */
const chosenOf = (modifiers: readonly Modifier[]): string =>
  JSON.stringify(modifiers.flatMap(({ modifier }) => (modifier === '' ? [] : [modifier])).toSorted())
