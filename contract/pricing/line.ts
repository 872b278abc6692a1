import { t } from '../language.ts'
import type { Cents } from '../money.ts'
import type { MenuItem, Toggle } from '../schemas/menu.ts'
import { type Selection, walkSelection } from './selection.ts'

/**
 * One priced refinement of a line, in words that a receipt can show. `modifier` is its ordering id, empty where it has none. The rows of a line contain every
 * id that `modifiersOf` sends, so that `selectionOf` restores the whole selection from an answered line. A row without a name is an additional id of the row
 * before it: sent, not shown.
 */
export type PricedModifier = { modifier: string; name: string; price: Cents }

type PricedLine = {
  unitCents: Cents
  modifiers: PricedModifier[]
  /** The part of `unitCents` in tax classes other than the standard one; left out: nothing. */
  taxParts?: TaxPartOfLine[]
}

/** The part of a line's unit price that is taxed by a class, in cents. */
export type TaxPartOfLine = { taxClass: string; cents: Cents }

/**
 * The unit price of an item under a selection, and the refinements to show with it (docs/design/contract.md: item price + chosen values + toggles + ticked
 * checklist entries).
 * An entry that is selected by default adds its price while ticked and is named only when it is removed ("No basil") or refined ("Basil (Light)").
 */
export function priceLine(item: MenuItem, selection: Selection): PricedLine {
  const modifiers: PricedModifier[] = []
  const slots = new Map<PricedModifier, string>()
  let unitCents = 0
  const byClass = new Map<string | undefined, Cents>()
  const charge = (cents: Cents, taxClass: string | undefined): void => {
    unitCents += cents
    byClass.set(taxClass, (byClass.get(taxClass) ?? 0) + cents)
  }
  charge(item.omnivore.price_per_unit, item.tax_class)
  const add = (ids: readonly string[], name: string, price: Cents): PricedModifier => {
    const first = { modifier: ids[0] ?? '', name, price }
    modifiers.push(first, ...ids.slice(1).map((modifier) => ({ modifier, name: '', price: 0 })))
    return first
  }
  const idsOf = (toggle: Toggle): string[] => (toggle.omnivore_id === undefined ? [] : [toggle.omnivore_id])
  walkSelection(item, selection, {
    value({ value, slot, toggle, taxClass }) {
      charge(value.price + (toggle?.price ?? 0), taxClass)
      slots.set(add(value.omnivore_id, value.name, value.price), slot)
      if (toggle) add(idsOf(toggle), toggle.name, toggle.price)
    },
    entry({ entry, ticked, toggle, taxClass }) {
      if (ticked) charge(entry.price + (toggle?.price ?? 0), taxClass)
      if (ticked !== entry.selected) {
        const ids = ticked ? entry.selected_omnivore_id : entry.unselected_omnivore_id
        add(
          ids.map((one) => one.omnivore_id),
          ticked ? entry.name : (ids[0]?.name ?? t`No ${entry.name}`),
          ticked ? entry.price : 0,
        )
      }
      if (toggle)
        add(
          idsOf(toggle),
          ticked === entry.selected ? `${entry.name} (${toggle.name})` : toggle.name,
          toggle.price,
        )
    },
  })
  nameSlots(slots)
  const taxParts = [...byClass].flatMap(([taxClass, cents]) =>
    taxClass === undefined || cents === 0 ? [] : [{ taxClass, cents }],
  )
  return { unitCents, modifiers, ...(taxParts.length > 0 && { taxParts }) }
}

/** The same answer to several choices (brisket twice on one platter) is told apart by the choice's name: "First meat: Brisket". */
function nameSlots(slots: ReadonlyMap<PricedModifier, string>): void {
  const times = new Map<string, number>()
  for (const { name } of slots.keys()) times.set(name, (times.get(name) ?? 0) + 1)
  for (const [row, slot] of slots) if (times.get(row.name)! > 1) row.name = `${slot}: ${row.name}`
}

/** A line's total in cents. */
export const lineTotalCents = (unitCents: Cents, quantity: number): Cents => unitCents * quantity
