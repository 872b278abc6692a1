import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { priceLine, type TaxPartOfLine } from '#contract/pricing/line.ts'
import { selectionOf } from '#contract/pricing/selection.ts'
import { namesInText } from '#contract/rules/allergens.ts'
import { checkLine, findLineItem, type LineCheck } from '#contract/rules/line-check.ts'
import { maximumQuantity } from '#contract/rules/quantity.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { TicketLine, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'

/** What of an earlier order can be had again by the menu of this device, and what to say of the rest. `unitCents` is today's price for one. */
export type AgainPlan = {
  available: {
    line: TicketLine
    unitCents: number
    allergens?: AllergenStatement | undefined
    taxParts?: TaxPartOfLine[] | undefined
  }[]
  notes: string[]
}

/** Looks every line of an order up on the menu. Works without a signal; the restaurant has the last word when the lines reach it. */
export function planAgain(ticket: TicketOrder, book: MenuBook): AgainPlan {
  const plan: AgainPlan = { available: [], notes: [] }
  for (const line of ticket.items) {
    // A fee is not a dish: it comes by itself where it is due.
    if (!isFromMenu(line)) continue
    const check = checkLine({ ...line, unitCents: line.price }, book)
    const taxParts = taxPartsToday(line, book)
    if (check.kind === 'same')
      plan.available.push({ line, unitCents: line.price, allergens: line.allergens, taxParts })
    if (check.kind === 'price')
      plan.available.push({ line, unitCents: check.nowCents, allergens: line.allergens, taxParts })
    if (check.kind === 'allergens')
      plan.available.push({ line, unitCents: check.nowCents, allergens: check.now, taxParts })
    const note = noteOf(check)
    if (note !== undefined) plan.notes.push(`${line.name}: ${note}`)
  }
  return plan
}

/** How a line that can be had is taxed by the menu of this device. */
function taxPartsToday(line: TicketLine, book: MenuBook): TaxPartOfLine[] | undefined {
  const item = findLineItem(book, { ...line, unitCents: line.price })
  return item && priceLine(item, selectionOf(item, line.modifiers).selection).taxParts
}

const isFromMenu = (line: TicketLine): boolean =>
  line.menu_external_id != null &&
  line.menu_category_external_id != null &&
  line.menu_item_external_id != null

function noteOf(check: LineCheck): string | undefined {
  switch (check.kind) {
    case 'same':
      return undefined
    case 'price':
      return t`price now ${formatCents(check.nowCents)}, it was ${formatCents(check.beforeCents)}.`
    case 'allergens':
      return t`contains ${namesInText(check.added)} now. Please take it off if you do not eat that.`
    case 'sold-out':
      return t('sold out today.')
    case 'gone':
      return t('not on the menu any more.')
    case 'modifier-gone':
      return t`does not come with ${check.names.join(', ')} any more.`
    case 'choice-needed':
      return t('needs a choice now that was not asked before. Please pick it from the menu.')
  }
}

/** Puts the lines that can be had on the active ticket, by the same changes as adding a dish. Rejects when the device cannot hold them. */
export async function orderAgain(services: Services, { available }: AgainPlan): Promise<void> {
  markItemAdded()
  const [first, ...others] = available.map((one) => changeOf(services, one))
  if (first) await services.record(first, ...others)
}

const changeOf = (
  { ids }: Services,
  { line, unitCents, allergens, taxParts }: AgainPlan['available'][number],
): TicketChange => ({
  kind: 'item.add',
  lineId: ids.uuid(),
  line: {
    menu_external_id: line.menu_external_id ?? '',
    menu_category_external_id: line.menu_category_external_id ?? '',
    menu_item_external_id: line.menu_item_external_id ?? '',
    menu_item: line.menu_item,
    modifiers: line.modifiers.filter((one) => one.modifier !== '').map(({ modifier }) => ({ modifier })),
    quantity: Math.min(maximumQuantity, Math.max(1, line.quantity)),
  },
  shown: {
    name: line.name,
    unitCents,
    modifiers: line.modifiers,
    ...(allergens && { allergens }),
    ...(taxParts && { taxParts }),
  },
})
