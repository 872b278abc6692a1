import type { ChecklistEntry, Choice, ChoiceValue, MenuItem, Section, Toggle } from '../schemas/menu.ts'
import type { Modifier } from '../schemas/ticket-order.ts'

/**
 * What a diner chose on an item page, and how it becomes the flat list of modifiers that is sent (specification §3, §4 *Item page*). The same functions read a
 * saved line back, so that the form, the device's estimate and the server's charge cannot differ.
 */

/** Chosen modifier ids by their position. Keys come from `choiceKey` and `entryKey`; nested sections extend the key of their value. */
export type Selection = {
  /** Choice → id of the chosen value, or null for none. */
  values: Readonly<Record<string, string | null>>
  /** Checklist entry → ticked. */
  ticked: Readonly<Record<string, boolean>>
  /** Value or entry → name of its toggle, or null for none. */
  toggles: Readonly<Record<string, string | null>>
}

export const emptySelection: Selection = { values: {}, ticked: {}, toggles: {} }

/** The key of a choice: its parent value (or the top level), its section, and its position there. */
export const choiceKey = (parent: string, section: number, choice: number): string =>
  `${parent}/s${section}c${choice}`
/** The key of a checklist entry. */
export const entryKey = (parent: string, section: number, entry: ChecklistEntry): string =>
  `${parent}/s${section}:${entry.id}`
/** The key of a value: the parent of the sections under it, and the key of its toggle. */
export const valueKey = (choice: string, value: ChoiceValue): string => `${choice}=${value.id}`

/** The name of a choice: its section's name, with a number where the section has several choices (the sides of a platter). */
export const slotName = (section: Section, choice: number): string =>
  section.choices.length > 1 ? `${section.name} ${choice + 1}` : section.name

/** Every section of an item in display order; additional items come after the options, and their keys have another prefix. */
export function listSections(item: MenuItem): { parent: string; sections: Section[] }[] {
  return [
    { parent: 'o', sections: item.custom_options },
    { parent: 'a', sections: item.additional_items },
  ]
}

/** Called once for each part of the item, with what is chosen there. Sections under values that are not chosen are left out. */
type Visitor = {
  choice?(at: { key: string; choice: Choice; slot: string; picked: ChoiceValue | undefined }): void
  value?(at: {
    key: string
    value: ChoiceValue
    slot: string
    toggle: Toggle | undefined
    /** Its own, or the nearest enclosing one; undefined: the standard class. */
    taxClass: string | undefined
  }): void
  entry?(at: {
    key: string
    entry: ChecklistEntry
    section: Section
    ticked: boolean
    toggle: Toggle | undefined
    taxClass: string | undefined
  }): void
}

/** Walks the visible parts of an item under a selection, in display order. */
export function walkSelection(item: MenuItem, selection: Selection, visit: Visitor): void {
  for (const { parent, sections } of listSections(item))
    walkSections(parent, sections, selection, visit, item.tax_class)
}

function walkSections(
  parent: string,
  sections: Section[],
  selection: Selection,
  visit: Visitor,
  around: string | undefined,
): void {
  sections.forEach((section, s) => {
    section.choices.forEach((choice, c) => {
      const key = choiceKey(parent, s, c)
      const picked = pickedValue(choice, key, selection)
      const slot = slotName(section, c)
      visit.choice?.({ key, choice, slot, picked })
      if (!picked) return
      const under = valueKey(key, picked)
      const taxClass = picked.tax_class ?? around
      visit.value?.({
        key: under,
        value: picked,
        slot,
        toggle: pickedToggle(picked.toggle, under, selection),
        taxClass,
      })
      walkSections(under, picked.sections, selection, visit, taxClass)
    })
    section.checklist.forEach((entry) => {
      const key = entryKey(parent, s, entry)
      const ticked = selection.ticked[key] ?? entry.selected
      visit.entry?.({
        key,
        entry,
        section,
        ticked,
        toggle: ticked ? pickedToggle(entry.toggle, key, selection) : undefined,
        taxClass: entry.tax_class ?? around,
      })
    })
  })
}

/** The value chosen for a choice: the diner's, or, if they touched nothing, the default. */
export function pickedValue(choice: Choice, key: string, selection: Selection): ChoiceValue | undefined {
  const id = selection.values[key]
  if (id === undefined) return choice.values.find((value) => value.default)
  return choice.values.find((value) => value.id === id)
}

function pickedToggle(toggles: Toggle[], key: string, selection: Selection): Toggle | undefined {
  const name = selection.toggles[key]
  return name == null ? undefined : toggles.find((toggle) => toggle.name === name)
}

/**
 * The modifiers to send: the chosen values' ordering ids, the toggles', and for checklist entries only differences from the default ('unselected' ids when a
 * default-selected entry is unticked, 'selected' ids when an unselected entry is ticked; §4).
 */
export function modifiersOf(item: MenuItem, selection: Selection): Modifier[] {
  const ids: string[] = []
  const add = (toggle: Toggle | undefined): void => {
    if (toggle?.omnivore_id !== undefined) ids.push(toggle.omnivore_id)
  }
  walkSelection(item, selection, {
    value({ value, toggle }) {
      ids.push(...value.omnivore_id)
      add(toggle)
    },
    entry({ entry, ticked, toggle }) {
      if (ticked !== entry.selected)
        ids.push(
          ...(ticked ? entry.selected_omnivore_id : entry.unselected_omnivore_id).map(
            (one) => one.omnivore_id,
          ),
        )
      add(toggle)
    },
  })
  return ids.map((modifier) => ({ modifier }))
}

/**
 * The selection that a saved line's modifiers stand for. Modifiers that the item no longer has are returned in `unknown`: the caller tells the user and never
 * drops them silently.
 */
export function selectionOf(
  item: MenuItem,
  modifiers: readonly Modifier[],
): { selection: Selection; unknown: string[] } {
  let left = modifiers.map((one) => one.modifier)
  /** Takes these ids if all of them are left, each as often as it was sent: two choices of one dish may offer the same id. */
  const take = (ids: readonly string[]): boolean => {
    const rest = [...left]
    for (const id of ids) {
      const place = rest.indexOf(id)
      if (place < 0) return false
      rest.splice(place, 1)
    }
    left = rest
    return ids.length > 0
  }
  const values: Record<string, string | null> = {}
  const ticked: Record<string, boolean> = {}
  const toggles: Record<string, string | null> = {}
  const takeToggle = (key: string, list: Toggle[]): void => {
    const toggle = list.find((one) => one.omnivore_id !== undefined && take([one.omnivore_id]))
    if (toggle) toggles[key] = toggle.name
  }
  const read = (parent: string, sections: Section[]): void => {
    sections.forEach((section, s) => {
      section.choices.forEach((choice, c) => {
        const key = choiceKey(parent, s, c)
        const value = choice.values.find((one) => take(one.omnivore_id))
        // A choice that the line does not mention was left empty, and must not get its default.
        values[key] = value?.id ?? null
        if (!value) return
        const under = valueKey(key, value)
        takeToggle(under, value.toggle)
        read(under, value.sections)
      })
      section.checklist.forEach((entry) => {
        const key = entryKey(parent, s, entry)
        const ids = (entry.selected ? entry.unselected_omnivore_id : entry.selected_omnivore_id).map(
          (one) => one.omnivore_id,
        )
        if (take(ids)) ticked[key] = !entry.selected
        if (ticked[key] ?? entry.selected) takeToggle(key, entry.toggle)
      })
    })
  }
  for (const { parent, sections } of listSections(item)) read(parent, sections)
  return { selection: { values, ticked, toggles }, unknown: left }
}
