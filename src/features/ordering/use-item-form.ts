import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { lineTotalCents, priceLine } from '#contract/pricing/line.ts'
import {
  choiceKey,
  emptySelection,
  entryKey,
  pickedValue,
  type Selection,
  selectionOf,
  valueKey,
} from '#contract/pricing/selection.ts'
import { isAvailable, type ItemProblem, listItemProblems } from '#contract/rules/item.ts'
import type { MenuItem, Section } from '#contract/schemas/menu.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'

export type ItemForm = {
  selection: Selection
  quantity: number
  totalCents: number
  problems: ItemProblem[]
  canSave: boolean
  /** True once something was picked here: from then on the total is announced. */
  touched: boolean
  /** Names of options that the edited line had and the dish no longer has. */
  missing: string[]
  setQuantity(quantity: number): void
  pick(key: string, valueId: string | null): void
  tick(key: string, ticked: boolean): void
  /** Picking the selected toggle clears it. */
  toggle(key: string, name: string): void
  /** Restores the defaults for every key of a section (`o/s1`) and everything nested in it. */
  reset(prefix: string): void
  /** What was picked here; undefined: nothing yet. */
  picked: Picked | undefined
  setPicked: Dispatch<SetStateAction<Picked | undefined>>
}

export type Picked = { selection: Selection; quantity: number }

/** What is picked on the item page: the edited line's picks, otherwise the defaults. */
export function useItemForm(item: MenuItem, line: ViewLine | undefined): ItemForm {
  const [saved] = useState(() =>
    line ? selectionOf(item, line.modifiers) : { selection: emptySelection, unknown: [] },
  )
  const [picked, setPicked] = useState<Picked>()
  const before = { selection: saved.selection, quantity: line?.quantity ?? 1 }
  const { selection, quantity } = picked ?? before
  const change = (next: (now: Selection) => Selection): void =>
    setPicked((now = before) => ({ ...now, selection: next(now.selection) }))
  const problems = useMemo(() => listItemProblems(item, selection), [item, selection])
  const { unitCents } = useMemo(() => priceLine(item, selection), [item, selection])
  return {
    selection,
    quantity,
    totalCents: lineTotalCents(unitCents, quantity),
    problems,
    canSave: problems.length === 0 && isAvailable(item),
    touched: picked !== undefined,
    picked,
    setPicked,
    missing: listNames(line, saved.unknown),
    setQuantity: (next) => setPicked((now = before) => ({ ...now, quantity: next })),
    pick: (key, valueId) => change((now) => ({ ...now, values: { ...now.values, [key]: valueId } })),
    tick: (key, ticked) => change((now) => ({ ...now, ticked: { ...now.ticked, [key]: ticked } })),
    toggle: (key, name) =>
      change((now) => ({
        ...now,
        toggles: { ...now.toggles, [key]: now.toggles[key] === name ? null : name },
      })),
    reset: (prefix) =>
      change((now) => ({
        values: without(now.values, prefix),
        ticked: without(now.ticked, prefix),
        toggles: without(now.toggles, prefix),
      })),
  }
}

const listNames = (line: ViewLine | undefined, ids: readonly string[]): string[] =>
  (line?.modifiers ?? []).flatMap(({ modifier, name }) =>
    name !== '' && ids.includes(modifier) ? [name] : [],
  )

/** Whether a section visibly differs from the dish's defaults. */
export function isCustomized(section: Section, parent: string, place: number, selection: Selection): boolean {
  const inChoice = section.choices.some((choice, number) => {
    const key = choiceKey(parent, place, number)
    const picked = pickedValue(choice, key, selection)
    if (picked?.id !== choice.values.find((value) => value.default)?.id) return true
    if (!picked) return false
    const under = valueKey(key, picked)
    return (
      selection.toggles[under] != null ||
      picked.sections.some((inner, at) => isCustomized(inner, under, at, selection))
    )
  })
  return (
    inChoice ||
    section.checklist.some((entry) => {
      const key = entryKey(parent, place, entry)
      const ticked = selection.ticked[key] ?? entry.selected
      return ticked !== entry.selected || (ticked && selection.toggles[key] != null)
    })
  )
}

const without = <T>(record: Readonly<Record<string, T>>, prefix: string): Record<string, T> =>
  // Compares with the separator included, so that section 1 does not match section 10.
  Object.fromEntries(
    Object.entries(record).filter(([key]) => !key.startsWith(`${prefix}c`) && !key.startsWith(`${prefix}:`)),
  )
