import { findAllergenChange } from '#contract/rules/line-check.ts'
import { maximumLineQuantity } from '#contract/rules/quantity.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import type { Modifier, OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { TicketView, ViewLine } from './ticket-view-types.ts'

/**
 * The adding of a dish as one more of the line that stands on the order like it: the same dish with the same choices at the price that was agreed to for it,
 * and with no less promised of allergens, where that has room. Otherwise it is a line of its own: one more agrees to nothing new for those before it.
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

/** What was chosen, in whichever order it came. */
const chosenOf = (modifiers: readonly Modifier[]): string =>
  JSON.stringify(modifiers.flatMap(({ modifier }) => (modifier === '' ? [] : [modifier])).toSorted())
