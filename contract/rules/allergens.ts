import { message, type Message, t } from '../language.ts'
import { type Allergen, allergens, type Diet, dietAllergens, diets } from './allergen-list.ts'
import type { AllergenStatement } from '../schemas/allergens.ts'
import type { Choice, MenuBook, MenuItem, MenuItemCard, Section } from '../schemas/menu.ts'
import { emptySelection, listSections, type Selection, walkSelection } from '../pricing/selection.ts'

/** What is known of an allergen in a dish as it is made. */
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

/** What a statement says of an allergen; nothing said is not known. */
export function statusIn(statement: AllergenStatement | undefined, allergen: Allergen): AllergenStatus {
  if (!statement) return 'unknown'
  if (statement.contains.includes(allergen)) return 'contains'
  return statement.free_from === 'others' || statement.free_from.includes(allergen) ? 'free' : 'unknown'
}

/** Of several parts of one dish: contained where one contains it, free only where each of them is. */
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
  // What comes ticked can be taken off where there is an id for that.
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

/** What is known of an allergen in a dish as it comes. */
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
 * Whether a dish labelled vegan or gluten-free is so as served by default. One that needs another choice is labelled "on request". A dish that states
 * nothing itself is taken at its word, unless what comes with it contains it (decision 050).
 */
export const isDietAsItComes = (item: MenuItemCard | MenuItem, diet: Diet): boolean =>
  !('custom_options' in item) ||
  dietAllergens[diet].every((allergen) => {
    const status = statusAsItComes(item, allergen)
    return item.allergens ? status === 'free' : status !== 'contains'
  })

/** Whether a dish labelled so can be made so with other choices; what a dish does not state itself, its label does. */
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

/** What a dish is called, in words: `Vegan`, or `Gluten-free on request` where it has to be made so; nothing where it cannot be. */
export const dietWords = (item: MenuItemCard | MenuItem): string[] =>
  diets
    .filter((diet) => isDiet(item, diet))
    .map((diet) => t((isDietAsItComes(item, diet) ? dietNames : onRequest)[diet]))

/** Whether a dish is called so, and can be had so. */
const isDiet = (item: MenuItemCard | MenuItem, diet: Diet): boolean =>
  item[diet] &&
  (isDietAsItComes(item, diet) || ('custom_options' in item && canBeDiet(item, dietAllergens[diet])))

/** All that is known of a dish with these choices, as one statement; undefined where nothing is. */
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

/** Those of which a statement says this, in their usual order. */
export const listWith = (statement: AllergenStatement | undefined, status: AllergenStatus): Allergen[] =>
  allergens.filter((allergen) => statusIn(statement, allergen) === status)

/** Whether a restaurant says anything of allergens on its menus: only then is there something to choose by. */
export const tellsAllergens = (book: MenuBook): boolean =>
  dishesOf(book).some(({ allergens: stated }) => stated !== undefined)

/** The diets that a restaurant has a dish of: only those are there to choose. */
export const dietsOf = (book: MenuBook): Diet[] =>
  diets.filter((diet) => dishesOf(book).some((item) => isDiet(item, diet)))

const dishesOf = ({ menus }: MenuBook): MenuItem[] =>
  menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items))
