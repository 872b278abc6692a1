import { priceLine, type TaxPartOfLine } from '../pricing/line.ts'
import { selectionOf } from '../pricing/selection.ts'
import type { Allergen } from './allergen-list.ts'
import type { AllergenStatement } from '../schemas/allergens.ts'
import type { MenuBook, MenuItem } from '../schemas/menu.ts'
import { listWith, statementOf, statusIn } from './allergens.ts'
import { isAvailable, isSoldOutToday, listItemProblems } from './item.ts'
import { isFromMenu } from './menu-line.ts'

/** What this rule needs of a line: its place on the menu, its choices, and the price that was shown (cents for one, including modifiers). */
export type CheckedLine = {
  menu_external_id?: string | null | undefined
  menu_category_external_id?: string | null | undefined
  menu_item_external_id?: string | null | undefined
  menu_item: string
  unitCents: number
  modifiers: readonly { modifier: string; name: string }[]
  /** What the dish was shown to contain; undefined where nothing was known. */
  allergens?: AllergenStatement | undefined
  /** The restaurant's current statement about the line itself: what is free there was not withdrawn, whatever an older menu says. */
  said?: AllergenStatement | undefined
}

/** `added`: it was said to be without these, or they were not named, and it contains them now. `withdrawn`: it was said to be free from these, and is no longer. */
type AllergenChange = { added: Allergen[]; withdrawn: Allergen[] }

/** What became of a line on the newest menu. */
export type LineCheck =
  | { kind: 'same' }
  /** Less is now stated about its allergens. `now`: the new statement, if there is one; `nowCents`: the new price of one. */
  | ({ kind: 'allergens'; now: AllergenStatement | undefined; nowCents: number } & AllergenChange)
  /** The same dish, made the same way, at another price. Cents for one. */
  | { kind: 'price'; beforeCents: number; nowCents: number; taxParts?: TaxPartOfLine[] | undefined }
  /** `isToday`: sold out until the end of the kitchen's day. */
  | { kind: 'sold-out'; isToday: boolean }
  /** Not on the menu anymore. */
  | { kind: 'gone' }
  /** Choices that the dish no longer comes with. */
  | { kind: 'modifier-gone'; names: string[] }
  /** A required choice that is new, or whose picked value is gone. */
  | { kind: 'choice-needed' }

/** The dish of a line in a book, or undefined. */
export function findLineItem(book: MenuBook, line: CheckedLine): MenuItem | undefined {
  const item = book.menus
    .find((one) => one.external_id === line.menu_external_id)
    ?.categories.find((one) => one.external_id === line.menu_category_external_id)
    ?.items.find((one) => one.external_id === line.menu_item_external_id)
  return item?.omnivore_id === line.menu_item ? item : undefined
}

/** Whether the dish of a line can be made in more than one way. True where the menu does not say: the guest is then shown the dish. */
export function isCustomizable(line: CheckedLine, book: MenuBook): boolean {
  const item = findLineItem(book, line)
  return item === undefined || item.custom_options.length + item.additional_items.length > 0
}

/**
 * Compares a line with a menu (docs/design/offline.md, *Reconnecting*). The restaurant accepts what is `same`, `allergens` or `price` here unchanged; it would
 * refuse everything else. Allergens come before a price: agreeing to a price sends the line again, with its current allergens. A line that is not from a menu
 * (a fee) is always the `same`.
 */
export function checkLine(line: CheckedLine, book: MenuBook): LineCheck {
  if (!isFromMenu(line)) return { kind: 'same' }
  const item = findLineItem(book, line)
  if (!item) return { kind: 'gone' }
  if (!isAvailable(item)) return { kind: 'sold-out', isToday: isSoldOutToday(item) }
  const sent = line.modifiers.filter((one) => one.modifier !== '')
  const { selection, unknown } = selectionOf(item, sent)
  if (unknown.length > 0) return { kind: 'modifier-gone', names: namesOf(line, unknown) }
  if (listItemProblems(item, selection).length > 0) return { kind: 'choice-needed' }
  const { unitCents, taxParts } = priceLine(item, selection)
  const now = statementOf(item, selection)
  const change = findAllergenChange(line.allergens, now, line.said)
  if (change) return { kind: 'allergens', ...change, now, nowCents: unitCents }
  return unitCents === line.unitCents
    ? { kind: 'same' }
    : { kind: 'price', beforeCents: line.unitCents, nowCents: unitCents, taxParts }
}

/**
 * The part of a statement that promises less than the previous one; undefined where nothing does. Where nothing was known nothing was promised; and what is no
 * longer stated is not free (decision 050), unless it still is in what was `said` elsewhere.
 */
export function findAllergenChange(
  before: AllergenStatement | undefined,
  now: AllergenStatement | undefined,
  said?: AllergenStatement,
): AllergenChange | undefined {
  if (!before) return undefined
  const added = listWith(now, 'contains').filter((one) => statusIn(before, one) !== 'contains')
  const withdrawn = listWith(before, 'free').filter(
    (one) => statusIn(now, one) === 'unknown' && statusIn(said, one) !== 'free',
  )
  return added.length + withdrawn.length === 0 ? undefined : { added, withdrawn }
}

/** The names of the ids. An id without a name of its own belongs to the row before it (contract/pricing/line.ts). */
function namesOf({ modifiers }: CheckedLine, ids: readonly string[]): string[] {
  let last = ''
  const names = modifiers.flatMap(({ modifier, name }) => {
    if (name !== '') last = name
    return ids.includes(modifier) ? [last === '' ? modifier : last] : []
  })
  return [...new Set(names)]
}
