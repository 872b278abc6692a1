import * as z from 'zod/mini'
import { type AllergenStatement, lenientAllergens } from './allergens.ts'
import { openCategory } from './menu-book-text.ts'
import { lenientHours } from './opening-hours.ts'
import { Picture } from './picture.ts'
import { parseLenient } from './parse-lenient.ts'

/** Menus with the specification's names (§3). Prices are integer cents. */

const cents = z.int().check(z.nonnegative())
/** Extension `tax_classes`: left out: that of the enclosing element; for a dish, the standard class. */
const taxClass = z.optional(z.string())

export const Toggle = z.object({
  name: z.string(),
  price: cents,
  /** The kitchen system's id of the toggle; sent as a modifier of its own. Not in the specification's list of fields. */
  omnivore_id: z.optional(z.string()),
})
export type Toggle = z.infer<typeof Toggle>

const OrderingId = z.object({ omnivore_id: z.string(), name: z.string() })

export const ChecklistEntry = z.object({
  id: z.string(),
  name: z.string(),
  price: cents,
  selected: z.boolean(),
  type: z.literal('modifier'),
  selected_omnivore_id: z.array(OrderingId),
  unselected_omnivore_id: z.array(OrderingId),
  toggle: z._default(z.array(Toggle), []),
  /** Extension `allergens`: what it adds. */
  allergens: lenientAllergens,
  tax_class: taxClass,
})
export type ChecklistEntry = z.infer<typeof ChecklistEntry>

export type ChoiceValue = {
  id: string
  name: string
  price: number
  default: boolean
  omnivore_id: string[]
  sections: Section[]
  toggle: Toggle[]
  /** Extension `allergens`: what it adds. */
  allergens?: AllergenStatement | undefined
  tax_class?: string | undefined
}
export type Choice = { required: boolean; values: ChoiceValue[] }
export type Section = { name: string; customization: boolean; choices: Choice[]; checklist: ChecklistEntry[] }

/**
 * Sections can contain sections (under the value that opens them), so the schema refers to itself. A section has choices or a checklist (EN-19): what an API
 * leaves out becomes an empty list.
 */
export const Section: z.ZodMiniType<Section> = z.lazy(() =>
  z.object({
    name: z.string(),
    customization: z.boolean(),
    choices: z._default(z.array(Choice), []),
    checklist: z._default(z.array(ChecklistEntry), []),
  }),
)

export const ChoiceValue: z.ZodMiniType<ChoiceValue> = z.object({
  id: z.string(),
  name: z.string(),
  price: cents,
  default: z.boolean(),
  omnivore_id: z.array(z.string()),
  sections: z._default(z.array(Section), []),
  toggle: z._default(z.array(Toggle), []),
  allergens: lenientAllergens,
  tax_class: taxClass,
})

export const Choice: z.ZodMiniType<Choice> = z.object({ required: z.boolean(), values: z.array(ChoiceValue) })

/** The part of an item that lists need (`minimize=true`): no sections. */
export const MenuItemCard = z.object({
  id: z.string(),
  external_id: z.string(),
  external_menu_id: z.string(),
  external_menu_category_id: z.string(),
  omnivore_id: z.string(),
  name: z.string(),
  description: z.string(),
  images: z.array(Picture),
  vegan: z.boolean(),
  gluten_free: z.boolean(),
  /** Extension `sold_out`: false: it is shown but cannot be ordered. */
  available: z.optional(z.boolean()),
  omnivore: z.object({ price_per_unit: cents }),
})
export type MenuItemCard = z.infer<typeof MenuItemCard>

export const MenuItem = z.extend(MenuItemCard, {
  custom_options: z.array(Section),
  additional_items: z.array(Section),
  /** Extension `allergens`: for the dish itself; its choices state what they add. */
  allergens: lenientAllergens,
  tax_class: taxClass,
})
export type MenuItem = z.infer<typeof MenuItem>

export const Category = z.object({
  id: z.string(),
  external_id: z.string(),
  external_menu_id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.nullable(Picture),
})
export type Category = z.infer<typeof Category>

export const Menu = z.object({
  id: z.string(),
  external_id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.nullable(Picture),
  /** Extension `menu_hours`: when it is served; left out: whenever the kitchen works. */
  served: lenientHours,
})
export type Menu = z.infer<typeof Menu>

/** `digest` (extension `menu_changes`) changes with the content; a device that has this digest does not need to load the category again. */
export const BookCategory = z.extend(Category, { items: z.array(MenuItem), digest: z.optional(z.string()) })
export type BookCategory = z.infer<typeof BookCategory>

export const BookMenu = z.extend(Menu, { categories: z.array(BookCategory) })
export type BookMenu = z.infer<typeof BookMenu>

/** Extension `menu_book`: everything that a location serves in one mode, in display order. */
export const MenuBook = z.object({ menus: z.array(BookMenu) })
export type MenuBook = z.infer<typeof MenuBook>

/** The maximum length of a caller's list of digests: some 150 categories of twelve characters each, with commas. */
export const maxDigestsLength = 2000

/** Extension `menu_changes`: a book in which categories that the caller already has are replaced by their digests. */
export const MenuChanges = z.object({
  menus: z.array(
    z.extend(Menu, { categories: z.array(z.union([BookCategory, z.object({ digest: z.string() })])) }),
  ),
})
export type MenuChanges = z.infer<typeof MenuChanges>

/** A book whose categories are not checked yet. */
const BookFrame = z.object({ menus: z.array(z.extend(Menu, { categories: z.array(z.unknown()) })) })

/** A category that consists of its digest only. */
const Unchanged = z.strictObject({ digest: z.string() })

/**
 * Checks a menu book category by category, with a pause before each: checked in one piece, a large book would keep a slow phone from responding to a tap. A
 * category may be its JSON text (menu-book-text.ts). Where the book has only digests (extension `menu_changes`), `known` supplies the categories. Throws ZodError as the schema itself would, also for an unknown
 * digest.
 */
export async function checkBook(
  value: unknown,
  pause: () => Promise<void>,
  known?: ReadonlyMap<string, BookCategory>,
): Promise<MenuBook> {
  const menus: BookMenu[] = []
  for (const menu of parsed(BookFrame, value).menus) {
    const categories: BookCategory[] = []
    for (const category of menu.categories) {
      const unchanged = known && Unchanged.safeParse(category).data
      const same = unchanged && known.get(unchanged.digest)
      if (!same) await pause()
      categories.push(same ?? parsed(BookCategory, openCategory(category)))
    }
    menus.push({ ...menu, categories })
  }
  return { menus }
}

function parsed<S extends z.ZodMiniType>(schema: S, json: unknown): z.output<S> {
  const read = parseLenient(schema, json)
  if (!read.success) throw read.error
  return read.data
}

/** `browse`: read-only menus; `order`: those that can be ordered from online (§7 Menus). */
export const MenuMode = z.enum(['browse', 'order'])
export type MenuMode = z.infer<typeof MenuMode>
