import type { ChecklistEntry, Choice, ChoiceValue, Section, Toggle } from '#contract/schemas/menu.ts'
import type { FieldPath } from './field-path.ts'
import { allergensField, listAllergenProblems } from './allergens.ts'
import { centsOf, type EntryFile, type SectionFile, type ToggleFile } from './file-schemas.ts'
import { taxClassField } from './taxes.ts'
import type * as z from 'zod/mini'

/** A modifier id with its place in a file. */
export type PlacedId = { id: string; priceCents: number; path: FieldPath }
type PlacedMessage = { path: FieldPath; message: string }

/** A section of a merchant's file in the API's form (specification §3 *Section* to *Checklist entry*). */
export const sectionOf = (file: SectionFile): Section => ({
  name: file.name,
  customization: file.customization,
  choices: file.choices.map((choice): Choice => ({
    required: choice.required,
    values: choice.values.map((value): ChoiceValue => ({
      id: value.id,
      name: value.name,
      price: centsOf(value.price),
      default: value.default,
      omnivore_id: [value.id],
      sections: value.sections.map(sectionOf),
      toggle: value.toggle.map(toggleOf),
      ...allergensField(value.allergens),
      ...taxClassField(value),
    })),
  })),
  checklist: file.checklist.map(entryOf),
})

const toggleOf = (toggle: z.infer<typeof ToggleFile>): Toggle => ({
  name: toggle.name,
  price: centsOf(toggle.price),
  omnivore_id: toggle.id,
})

const entryOf = (entry: z.infer<typeof EntryFile>): ChecklistEntry => ({
  id: entry.id,
  name: entry.name,
  price: centsOf(entry.price),
  selected: entry.selected,
  type: 'modifier',
  selected_omnivore_id: [{ omnivore_id: entry.id, name: entry.name }],
  unselected_omnivore_id:
    entry.without_id === undefined ? [] : [{ omnivore_id: entry.without_id, name: `No ${entry.name}` }],
  toggle: entry.toggle.map(toggleOf),
  ...allergensField(entry.allergens),
  ...taxClassField(entry),
})

/** Every modifier id in a section, including nested ones, with its price and path. */
export function listIds(section: SectionFile, path: FieldPath): PlacedId[] {
  const toggles = (list: readonly z.infer<typeof ToggleFile>[], at: FieldPath): PlacedId[] =>
    list.map((toggle, index) => ({
      id: toggle.id,
      priceCents: centsOf(toggle.price),
      path: [...at, 'toggle', index, 'id'],
    }))
  const values = section.choices.flatMap((choice, c) =>
    choice.values.flatMap((value, v) => {
      const at = [...path, 'choices', c, 'values', v]
      const nested = value.sections.flatMap((one, index) => listIds(one, [...at, 'sections', index]))
      return [
        { id: value.id, priceCents: centsOf(value.price), path: [...at, 'id'] },
        ...toggles(value.toggle, at),
        ...nested,
      ]
    }),
  )
  const entries = section.checklist.flatMap((entry, index) => {
    const at = [...path, 'checklist', index]
    const without =
      entry.without_id === undefined
        ? []
        : [{ id: entry.without_id, priceCents: 0, path: [...at, 'without_id'] }]
    return [
      { id: entry.id, priceCents: centsOf(entry.price), path: [...at, 'id'] },
      ...without,
      ...toggles(entry.toggle, at),
    ]
  })
  return [...values, ...entries]
}

/** What is wrong within a section: nothing to choose, both choices and a checklist, two defaults, an entry that cannot be removed. */
export function listSectionProblems(section: SectionFile, path: FieldPath): PlacedMessage[] {
  const own: PlacedMessage[] = []
  if (section.choices.length > 0 === section.checklist.length > 0)
    own.push({ path, message: 'needs either choices or a checklist' })
  section.checklist.forEach((entry, index) => {
    own.push(...listAllergenProblems(entry.allergens, [...path, 'checklist', index]))
    if (entry.selected && entry.without_id === undefined)
      own.push({
        path: [...path, 'checklist', index],
        message: 'selected, so it needs a without_id for taking it off',
      })
  })
  const nested = section.choices.flatMap((choice, c) => {
    const at = [...path, 'choices', c]
    const defaults = choice.values.filter((value) => value.default).length
    const twice =
      defaults > 1
        ? [{ path: [...at, 'values'], message: `has ${defaults} defaults; one value at most is the default` }]
        : []
    return [
      ...twice,
      ...choice.values.flatMap((value, v) => [
        ...listAllergenProblems(value.allergens, [...at, 'values', v]),
        ...value.sections.flatMap((one, s) => listSectionProblems(one, [...at, 'values', v, 'sections', s])),
      ]),
    ]
  })
  return [...own, ...nested]
}
