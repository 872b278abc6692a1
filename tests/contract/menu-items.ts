import * as fc from 'fast-check'
import { modifiersOf, type Selection, walkSelection } from '#contract/pricing/selection.ts'
import type {
  ChecklistEntry,
  Choice,
  ChoiceValue,
  MenuItem,
  Section,
  Toggle,
} from '#contract/schemas/menu.ts'

/** Any menu item that an importer could build: modifier ids unique in the item, sections nested two deep. */

type Shape = {
  price: number
  toggles: number[]
  sections: SectionShape[]
}
type SectionShape = {
  choices: { required: boolean; values: Shape[] }[]
  entries: { price: number; selected: boolean; removable: boolean; toggles: number[] }[]
}

const price = fc.integer({ min: 0, max: 2000 })
const entry = fc.record({
  price,
  selected: fc.boolean(),
  removable: fc.boolean(),
  toggles: fc.array(price, { maxLength: 2 }),
})

const sectionAt = (depth: number): fc.Arbitrary<SectionShape> =>
  fc.record({
    choices: fc.array(
      fc.record({ required: fc.boolean(), values: fc.array(valueAt(depth), { minLength: 1, maxLength: 3 }) }),
      { maxLength: 2 },
    ),
    entries: fc.array(entry, { maxLength: 3 }),
  })

const valueAt = (depth: number): fc.Arbitrary<Shape> =>
  fc.record({
    price,
    toggles: fc.array(price, { maxLength: 2 }),
    sections: depth === 0 ? fc.constant([]) : fc.array(sectionAt(depth - 1), { maxLength: 1 }),
  })

/** An item with a selection that a diner could make. */
export const itemWithSelection: fc.Arbitrary<{ item: MenuItem; selection: Selection }> = fc
  .record({
    base: price,
    options: fc.array(sectionAt(1), { maxLength: 2 }),
    extras: fc.array(sectionAt(0), { maxLength: 1 }),
    picks: fc.infiniteStream(fc.nat(1000)),
  })
  .map(({ base, options, extras, picks }) => {
    const item = buildItem(base, options, extras)
    return { item, selection: pickFrom(item, picks) }
  })

function buildItem(base: number, options: SectionShape[], extras: SectionShape[]): MenuItem {
  let count = 0
  const id = (kind: string): string => `${kind}-${++count}`
  const toggles = (prices: number[]): Toggle[] =>
    prices.map((cost) => ({ name: id('toggle'), price: cost, omnivore_id: id('t') }))
  const value = (shape: Shape, isFirst: boolean): ChoiceValue => {
    const name = id('value')
    return {
      id: name,
      name,
      price: shape.price,
      default: isFirst,
      omnivore_id: [name],
      sections: shape.sections.map(section),
      toggle: toggles(shape.toggles),
    }
  }
  const choice = (shape: SectionShape['choices'][number]): Choice => ({
    required: shape.required,
    values: shape.values.map((one, at) => value(one, at === 0)),
  })
  const check = (shape: SectionShape['entries'][number]): ChecklistEntry => {
    const name = id('entry')
    const without = shape.selected || shape.removable ? [{ omnivore_id: id('no'), name: `No ${name}` }] : []
    return {
      id: name,
      name,
      price: shape.price,
      selected: shape.selected,
      type: 'modifier',
      selected_omnivore_id: [{ omnivore_id: name, name }],
      unselected_omnivore_id: without,
      toggle: toggles(shape.toggles),
    }
  }
  const section = (shape: SectionShape): Section => ({
    name: id('section'),
    customization: false,
    choices: shape.choices.map(choice),
    checklist: shape.entries.map(check),
  })
  return {
    id: 'item',
    external_id: 'item',
    external_menu_id: 'menu',
    external_menu_category_id: 'category',
    omnivore_id: 'menu.category.item',
    name: 'Item',
    description: '',
    images: [],
    vegan: false,
    gluten_free: false,
    omnivore: { price_per_unit: base },
    custom_options: options.map(section),
    additional_items: extras.map(section),
  }
}

/** Chooses among everything visible, then among what that has revealed, until nothing new appears. */
function pickFrom(item: MenuItem, picks: Iterator<number>): Selection {
  let selection: Selection = { values: {}, ticked: {}, toggles: {} }
  const next = (): number => picks.next().value as number
  for (let depth = 0; depth < 3; depth++) {
    const seen = {
      values: { ...selection.values },
      ticked: { ...selection.ticked },
      toggles: { ...selection.toggles },
    }
    const toggleOf = (toggles: Toggle[]): string | null =>
      toggles[next() % (toggles.length + 1)]?.name ?? null
    walkSelection(item, selection, {
      choice({ key, choice }) {
        if (!(key in seen.values))
          seen.values[key] =
            choice.values[next() % (choice.values.length + (choice.required ? 0 : 1))]?.id ?? null
      },
      value({ key, value }) {
        if (!(key in seen.toggles)) seen.toggles[key] = toggleOf(value.toggle)
      },
      entry({ key, entry: one }) {
        if (!(key in seen.ticked)) seen.ticked[key] = next() % 2 === 0
        if (!(key in seen.toggles)) seen.toggles[key] = toggleOf(one.toggle)
      },
    })
    selection = seen
  }
  return selection
}

/** The modifier ids that are sent for a selection. */
export const idsOf = (item: MenuItem, selection: Selection): string[] =>
  modifiersOf(item, selection).map((one) => one.modifier)
