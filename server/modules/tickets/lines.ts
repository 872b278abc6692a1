import { priceLine } from '#contract/pricing/line.ts'
import { modifiersOf, selectionOf } from '#contract/pricing/selection.ts'
import { nothingStated } from '#contract/rules/allergen-words.ts'
import { statementOf } from '#contract/rules/allergens.ts'
import { isAvailable, listItemProblems } from '#contract/rules/item.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem, ProblemError } from '#server/plugins/problems.ts'
import type { Line } from './ticket.ts'

/** What the kitchen cannot make: bound to its line where that is known, `isToday` where it is only until the kitchen's day ends. */
export function soldOutProblem(name: string, field?: string, isToday = false): ProblemError {
  const message = isToday
    ? `${name} is sold out today. We are sorry! Please choose something else.`
    : `${name} is sold out for now. We are sorry! Please choose something else.`
  return new ProblemError(
    409,
    'sold_out',
    message,
    field === undefined ? {} : { fields: [{ field, message }] },
  )
}

/** Somebody chose what a dish does not come with. Of an id that is no menu's only the beginning is said: it is in the answer three times. */
export const choiceGone = (field: string, name: string, id: string): ProblemError => {
  const said = id.length > 60 ? `${id.slice(0, 60)}…` : id
  return fieldProblem(422, field, `${name} does not come with "${said}" anymore. Please choose again.`)
}

/**
 * The line that a sent item means, priced by `contract/pricing`. `field` is where it stands in the body, for errors.
 * Throws 422 for what is not on the menu or not complete, 409 sold_out.
 */
export function lineOf(merchant: Merchant, sent: OrderLineItem, index: number, field: string): Line {
  const item = merchant.findOrderItem(
    sent.menu_external_id,
    sent.menu_category_external_id,
    sent.menu_item_external_id,
  )
  if (!item || item.omnivore_id !== sent.menu_item)
    throw fieldProblem(
      422,
      `${field}menu_item_external_id`,
      'This dish is not on the menu anymore. Please choose another.',
    )
  if (!isAvailable(item)) throw soldOutProblem(item.name, `${field}menu_item`)
  const { selection, unknown } = selectionOf(item, sent.modifiers)
  if (unknown.length > 0) throw choiceGone(`${field}modifiers`, item.name, unknown[0]!)
  const [problem] = listItemProblems(item, selection)
  if (problem)
    throw fieldProblem(
      422,
      `${field}modifiers`,
      // Whole sentences, which the guest's page finds the translation of.
      problem.isMissing
        ? `${item.name} is not complete yet. Please choose: ${problem.name}.`
        : `${item.name} cannot be ordered like this: ${problem.name} cannot be changed.`,
    )
  return pricedLine(merchant, item, sent, index)
}

function pricedLine(merchant: Merchant, item: MenuItem, sent: OrderLineItem, index: number): Line {
  const { selection } = selectionOf(item, sent.modifiers)
  const { unitCents, modifiers, taxParts } = priceLine(item, selection)
  return {
    index,
    menu: item.external_menu_id,
    category: item.external_menu_category_id,
    item: item.external_id,
    menuItem: item.omnivore_id,
    name: item.name,
    unitCents,
    quantity: sent.quantity,
    // In the item's own order and without repeats, whatever order they were sent in.
    sentModifiers: modifiersOf(item, selection).map((one) => one.modifier),
    pricedModifiers: modifiers,
    allergens: statementOf(item, selection) ?? (merchant.tellsAllergens ? nothingStated : undefined),
    taxParts,
  }
}

/**
 * A stored line at today's menu: the price may have changed since it was added. Undefined when it cannot be ordered as it stands
 * (taken off the menu, sold out, a choice gone).
 */
export function currentLine(merchant: Merchant, line: Line): Line | undefined {
  try {
    return lineOf(merchant, sentLineOf(line), line.index, '')
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

const sentLineOf = (line: Line): OrderLineItem => ({
  menu_external_id: line.menu,
  menu_category_external_id: line.category,
  menu_item_external_id: line.item,
  menu_item: line.menuItem,
  modifiers: line.sentModifiers.map((modifier) => ({ modifier })),
  quantity: line.quantity,
})
