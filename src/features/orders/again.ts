import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { priceLine, type TaxPartOfLine } from '#contract/pricing/line.ts'
import { selectionOf } from '#contract/pricing/selection.ts'
import { dietsInText, namesInText } from '#contract/rules/allergen-words.ts'
import { statementOf } from '#contract/rules/allergens.ts'
import type { DietaryNeeds } from '#contract/rules/diets.ts'
import { checkLine, findLineItem, type LineCheck } from '#contract/rules/line-check.ts'
import { notEatenIn } from '#contract/rules/line-eaten.ts'
import { isFromMenu, type MenuLine } from '#contract/rules/menu-line.ts'
import { maximumLineQuantity } from '#contract/rules/quantity.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { TicketLine, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'

/** Which lines of an earlier order can be ordered again by this device's menu, and notes about the rest. `unitCents` is today's unit price. */
export type AgainPlan = { available: Available[]; notes: string[] }

type Available = {
  line: TicketLine & MenuLine
  unitCents: number
  /** Not known to be free from everything avoided on this device, or to fit its diets. */
  isAvoided: boolean
  allergens?: AllergenStatement | undefined
  taxParts?: TaxPartOfLine[] | undefined
}

/**
 * Looks up every line of an order on the menu, and tells which are outside this device's dietary `needs`. Works without a signal; the restaurant decides when
 * the lines reach it.
 */
export function planAgain(ticket: TicketOrder, book: MenuBook, needs: DietaryNeeds): AgainPlan {
  const plan: AgainPlan = { available: [], notes: [] }
  for (const line of ticket.items) {
    // A fee is not a dish: it is added automatically where it is due.
    if (!isFromMenu(line)) continue
    const check = checkLine({ ...line, unitCents: line.price }, book)
    // The old allergen statement does not apply today.
    const { taxParts, allergens } = findToday(line, book) ?? {}
    const avoidedNotes = isOrderable(check) ? avoidedNotesOf(line, book, allergens, needs) : []
    if (isOrderable(check))
      plan.available.push({
        line,
        unitCents: check.kind === 'same' ? line.price : check.nowCents,
        isAvoided: avoidedNotes.length > 0,
        allergens,
        taxParts,
      })
    for (const note of [...notesOf(check, line), ...avoidedNotes]) plan.notes.push(`${line.name}: ${note}`)
  }
  return plan
}

const isOrderable = (
  check: LineCheck,
): check is Extract<LineCheck, { kind: 'same' | 'price' | 'allergens' }> =>
  check.kind === 'same' || check.kind === 'price' || check.kind === 'allergens'

function avoidedNotesOf(
  line: TicketLine,
  book: MenuBook,
  statement: AllergenStatement | undefined,
  needs: DietaryNeeds,
): string[] {
  const { contained, unknown, diets } = notEatenIn({ ...line, unitCents: line.price }, statement, needs, book)
  return [
    ...(contained.length > 0 ? [t`contains ${namesInText(contained)}, which you avoid.`] : []),
    ...(unknown.length > 0 ? [t`not known to be free from ${namesInText(unknown)}, which you avoid.`] : []),
    ...(diets.length > 0 ? [t`not known to be ${dietsInText(diets)}.`] : []),
  ]
}

/** A line's taxes and allergens by this device's menu. */
function findToday(line: TicketLine, book: MenuBook): Pick<Available, 'taxParts' | 'allergens'> | undefined {
  const item = findLineItem(book, { ...line, unitCents: line.price })
  if (!item) return undefined
  const { selection } = selectionOf(item, line.modifiers)
  return { taxParts: priceLine(item, selection).taxParts, allergens: statementOf(item, selection) }
}

/** The notes about a line. If fewer allergens are promised now, they include its price, too. */
function notesOf(check: LineCheck, { price }: TicketLine): string[] {
  if (check.kind === 'allergens') return allergenNotesOf(check, price)
  const note = noteOf(check)
  return note === undefined ? [] : [note]
}

const allergenNotesOf = (
  { added, withdrawn, nowCents }: Extract<LineCheck, { kind: 'allergens' }>,
  price: number,
): string[] =>
  [
    added.length > 0 && t`contains ${namesInText(added)} now. Please take it off if you do not eat that.`,
    withdrawn.length > 0 &&
      t`no longer listed as free from ${namesInText(withdrawn)}. Please take it off if you do not eat that.`,
    nowCents !== price && t`price now ${formatCents(nowCents)}, it was ${formatCents(price)}.`,
  ].filter((note) => note !== false)

function noteOf(check: Exclude<LineCheck, { kind: 'allergens' }>): string | undefined {
  switch (check.kind) {
    case 'same':
      return undefined
    case 'price':
      return t`price now ${formatCents(check.nowCents)}, it was ${formatCents(check.beforeCents)}.`
    case 'sold-out':
      return check.isToday ? t('sold out today.') : t('sold out for now.')
    case 'gone':
      return t('not on the menu anymore.')
    case 'modifier-gone':
      return t`does not come with ${check.names.join(', ')} anymore.`
    case 'choice-needed':
      return t('needs a choice now that was not asked before. Please pick it from the menu.')
  }
}

/** Adds the available lines to the active ticket, by the same changes as adding a dish. Rejects if the device cannot store them. */
export async function orderAgain(services: Services, { available }: AgainPlan): Promise<void> {
  markItemAdded()
  const [first, ...others] = available.map((one) => changeOf(services, one))
  if (first) await services.record(first, ...others)
}

const changeOf = ({ ids }: Services, { line, unitCents, allergens, taxParts }: Available): TicketChange => ({
  kind: 'item.add',
  lineId: ids.uuid(),
  line: {
    menu_external_id: line.menu_external_id,
    menu_category_external_id: line.menu_category_external_id,
    menu_item_external_id: line.menu_item_external_id,
    menu_item: line.menu_item,
    modifiers: line.modifiers.filter((one) => one.modifier !== '').map(({ modifier }) => ({ modifier })),
    quantity: Math.min(maximumLineQuantity, Math.max(1, line.quantity)),
  },
  shown: {
    name: line.name,
    unitCents,
    modifiers: line.modifiers,
    ...(allergens && { allergens }),
    ...(taxParts && { taxParts }),
  },
})
