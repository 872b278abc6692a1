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

/** A dish that the kitchen cannot make: on its line's field where that is known; `isToday`: only until the kitchen's day ends. */
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

/** A choice that the dish does not have. An unknown id is shortened: it appears in the answer three times. */
export const choiceUnavailable = (field: string, name: string, id: string): ProblemError => {
  const said = id.length > 60 ? `${id.slice(0, 60)}…` : id
  return fieldProblem(422, field, `${name} does not come with "${said}" anymore. Please choose again.`)
}

/**
 * The line of a sent item, priced by `contract/pricing`. `field` is its place in the body, for errors. Throws 422 for an item that is not on the menu or
 * incomplete, 409 sold_out.
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
  if (unknown.length > 0) throw choiceUnavailable(`${field}modifiers`, item.name, unknown[0]!)
  const [problem] = listItemProblems(item, selection)
  if (problem)
    throw fieldProblem(
      422,
      `${field}modifiers`,
      // Whole sentences, so that the guest's page can find their translations.
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
    // In the item's order and without duplicates, in whatever order they were sent.
    sentModifiers: modifiersOf(item, selection).map((one) => one.modifier),
    pricedModifiers: modifiers,
    allergens: statementOf(item, selection) ?? (merchant.tellsAllergens ? nothingStated : undefined),
    taxParts,
  }
}

/**
 * A stored line at today's menu: the price may have changed since it was added. Undefined when it can no longer be ordered (taken off the menu, sold out, a
 * choice gone).
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
