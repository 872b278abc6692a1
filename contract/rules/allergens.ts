import { message, type Message, t } from '../language.ts'
import { type Allergen, allergens, type Diet, dietAllergens, diets } from './allergen-list.ts'
import type { AllergenStatement } from '../schemas/allergens.ts'
import type { Choice, MenuBook, MenuItem, MenuItemCard, Section } from '../schemas/menu.ts'
import { emptySelection, listSections, type Selection, walkSelection } from '../pricing/selection.ts'

/** What is known about an allergen in a dish as it is made. */
export type AllergenStatus = 'contains' | 'free' | 'unknown'

/** What diners read. */
export const allergenNames: Readonly<Record<Allergen, Message>> = {
  gluten: message('Gluten'),
  milk: message('Milk'),
  eggs: message('Eggs'),
  tree_nuts: message('Tree nuts'),
  peanuts: message('Peanuts'),
  sesame: message('Sesame'),
  soy: message('Soy'),
  fish: message('Fish'),
  crustaceans: message('Crustaceans'),
  mollusks: message('Mollusks'),
  celery: message('Celery'),
  mustard: message('Mustard'),
  sulfites: message('Sulfites'),
  lupin: message('Lupin'),
}

/** Its name within a sentence. */
export const lowerName = (allergen: Allergen): string => t(allergenNames[allergen]).toLowerCase()

/** What a statement says about an allergen. What it does not mention is not known. */
export function statusIn(statement: AllergenStatement | undefined, allergen: Allergen): AllergenStatus {
  if (!statement) return 'unknown'
  if (statement.contains.includes(allergen)) return 'contains'
  return statement.free_from === 'others' || statement.free_from.includes(allergen) ? 'free' : 'unknown'
}

/** Combines the parts of a dish: it contains what any part contains, and is free only from what every part is free from. */
export function joinStatus(parts: readonly AllergenStatus[]): AllergenStatus {
  if (parts.includes('contains')) return 'contains'
  return parts.length > 0 && parts.every((one) => one === 'free') ? 'free' : 'unknown'
}

/**
 * What is known of an allergen in a dish with these choices: the dish's own statement and that of everything picked and ticked. What was taken off is not
 * counted; a required choice that is still open is not known, unless `openStatus` says otherwise.
 */
export function allergenIn(
  item: MenuItem,
  selection: Selection,
  allergen: Allergen,
  openStatus: (choice: Choice) => AllergenStatus = () => 'unknown',
): AllergenStatus {
  const parts = [statusIn(item.allergens, allergen)]
  walkSelection(item, selection, {
    choice({ choice, picked }) {
      if (picked) parts.push(statusIn(picked.allergens, allergen))
      else if (choice.required) parts.push(openStatus(choice))
    },
    entry({ entry, ticked }) {
      if (ticked) parts.push(statusIn(entry.allergens, allergen))
    },
  })
  return joinStatus(parts)
}

/**
 * Whether a dish can be made free from all of these: as it comes, and where a choice is open or its default is not free, with another. The dish's own page
 * tells what each choice does.
 */
export const canBeMadeWithout = (item: MenuItem, avoided: readonly Allergen[]): boolean =>
  avoided.every((allergen) => statusIn(item.allergens, allergen) === 'free') &&
  listSections(item).every(({ sections }) => sections.every((section) => hasFreeWay(section, avoided)))

const hasFreeWay = (section: Section, avoided: readonly Allergen[]): boolean =>
  section.choices.every((choice) => hasFreeValue(choice, avoided)) &&
  // A default can be taken off only where there is an id for that.
  section.checklist.every(
    (entry) =>
      !entry.selected ||
      entry.unselected_omnivore_id.length > 0 ||
      avoided.every((allergen) => statusIn(entry.allergens, allergen) === 'free'),
  )

const hasFreeValue = ({ required, values }: Choice, avoided: readonly Allergen[]): boolean =>
  !required ||
  values.some(
    (value) =>
      // Without an id it cannot be ordered (contract/rules/item.ts).
      value.omnivore_id.length > 0 &&
      avoided.every((allergen) => statusIn(value.allergens, allergen) === 'free') &&
      value.sections.every((section) => hasFreeWay(section, avoided)),
  )

/** What is known about an allergen in a dish as it comes. */
export const statusAsItComes = (item: MenuItem, allergen: Allergen): AllergenStatus =>
  allergenIn(item, emptySelection, allergen, openStatus(item, allergen))

/** Of a required choice that is open: it may become each of its values, with what those come with in turn, and is free where all of them are. */
export const openStatus =
  (item: MenuItem, allergen: Allergen) =>
  ({ values }: Choice): AllergenStatus =>
    joinStatus(
      values.map((value) =>
        statusAsItComes(
          { ...item, allergens: value.allergens, custom_options: value.sections, additional_items: [] },
          allergen,
        ),
      ),
    )

/**
 * Whether a dish labeled vegan or gluten-free is so as served by default. One that needs another choice is labeled "on request". A dish that states
 * nothing itself is taken at its word, unless what comes with it contains it (decision 050).
 */
export const isDietAsItComes = (item: MenuItemCard | MenuItem, diet: Diet): boolean =>
  !('custom_options' in item) ||
  dietAllergens[diet].every((allergen) => {
    const status = statusAsItComes(item, allergen)
    return item.allergens ? status === 'free' : status !== 'contains'
  })

/** Whether a dish with this label can be made to fit it with other choices. Where the dish states nothing itself, its label is taken at its word. */
export const canBeDiet = (item: MenuItem, list: readonly Allergen[]): boolean =>
  canBeMadeWithout({ ...item, allergens: item.allergens ?? { contains: [], free_from: 'others' } }, list)

/** What diners read. */
export const dietNames: Readonly<Record<Diet, Message>> = {
  vegan: message('Vegan'),
  gluten_free: message('Gluten-free'),
}
const onRequest: Readonly<Record<Diet, Message>> = {
  vegan: message('Vegan on request'),
  gluten_free: message('Gluten-free on request'),
}

/** A dish's label in words: `Vegan`, or `Gluten-free on request` where other choices are needed; undefined where it cannot fit. */
export const dietWords = (item: MenuItemCard | MenuItem): string[] =>
  diets
    .filter((diet) => isDiet(item, diet))
    .map((diet) => t((isDietAsItComes(item, diet) ? dietNames : onRequest)[diet]))

/** Whether a dish has the label, and can be made to fit it. */
const isDiet = (item: MenuItemCard | MenuItem, diet: Diet): boolean =>
  item[diet] &&
  (isDietAsItComes(item, diet) || ('custom_options' in item && canBeDiet(item, dietAllergens[diet])))

/** Everything known about a dish with these choices, as one statement; undefined where nothing is known. */
export function statementOf(
  item: MenuItem,
  selection: Selection = emptySelection,
): AllergenStatement | undefined {
  const all = allergens.map((allergen) => ({ allergen, status: allergenIn(item, selection, allergen) }))
  const contains = all.filter(({ status }) => status === 'contains').map(({ allergen }) => allergen)
  const free = all.filter(({ status }) => status === 'free').map(({ allergen }) => allergen)
  if (contains.length + free.length === 0) return undefined
  return { contains, free_from: contains.length + free.length === allergens.length ? 'others' : free }
}

/** The allergens that have this status in a statement, in their usual order. */
export const listWith = (statement: AllergenStatement | undefined, status: AllergenStatus): Allergen[] =>
  allergens.filter((allergen) => statusIn(statement, allergen) === status)

/** Whether a restaurant states allergens on any menu: only then can guests choose by them. */
export const tellsAllergens = (book: MenuBook): boolean =>
  dishesOf(book).some(({ allergens: stated }) => stated !== undefined)

/** The diets that at least one dish of a restaurant has: only these can be chosen. */
export const dietsOf = (book: MenuBook): Diet[] =>
  diets.filter((diet) => dishesOf(book).some((item) => isDiet(item, diet)))

const dishesOf = ({ menus }: MenuBook): MenuItem[] =>
  menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items))
