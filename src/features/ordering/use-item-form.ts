import { useMemo, useState } from 'react'
import { lineTotalCents, priceLine } from '#contract/pricing/line.ts'
import { emptySelection, type Selection, selectionOf } from '#contract/pricing/selection.ts'
import { isAvailable, type ItemProblem, listItemProblems } from '#contract/rules/item.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { ViewLine } from '#lib/sync/ticket-view.ts'

export type ItemForm = {
  selection: Selection
  quantity: number
  totalCents: number
  problems: ItemProblem[]
  canSave: boolean
  setQuantity(quantity: number): void
  pick(key: string, valueId: string | null): void
  tick(key: string, ticked: boolean): void
  /** Picking the selected toggle clears it. */
  toggle(key: string, name: string): void
  /** Back to how the dish comes, for every key under a section's. */
  reset(prefix: string): void
}

/** What is picked on the item page: a saved line's picks where one is edited, else the defaults. */
export function useItemForm(item: MenuItem, line: ViewLine | undefined): ItemForm {
  const [selection, setSelection] = useState<Selection>(() => (line ? selectionOf(item, line.modifiers).selection : emptySelection))
  const [quantity, setQuantity] = useState(line?.quantity ?? 1)
  const problems = useMemo(() => listItemProblems(item, selection), [item, selection])
  const { unitCents } = useMemo(() => priceLine(item, selection), [item, selection])
  return {
    selection,
    quantity,
    totalCents: lineTotalCents(unitCents, quantity),
    problems,
    canSave: problems.length === 0 && isAvailable(item),
    setQuantity,
    pick: (key, valueId) => setSelection((now) => ({ ...now, values: { ...now.values, [key]: valueId } })),
    tick: (key, ticked) => setSelection((now) => ({ ...now, ticked: { ...now.ticked, [key]: ticked } })),
    toggle: (key, name) => setSelection((now) => ({ ...now, toggles: { ...now.toggles, [key]: now.toggles[key] === name ? null : name } })),
    reset: (prefix) =>
      setSelection((now) => ({
        values: without(now.values, prefix),
        ticked: without(now.ticked, prefix),
        toggles: without(now.toggles, prefix),
      })),
  }
}

const without = <T>(record: Readonly<Record<string, T>>, prefix: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !key.startsWith(prefix)))
