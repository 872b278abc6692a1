import * as z from 'zod/mini'
import { diets } from '../rules/allergen-list.ts'
import { Announcement } from './announcement.ts'
import { ConfigurationsAnswer, Location } from './location.ts'
import { Category, Menu, type MenuBook, MenuItem, MenuItemCard, MenuMode } from './menu.ts'
import type { PhysicalProductsAnswer } from './physical-order.ts'

/** Everything that is known about a location, as one value. */
export const LocationCopy = z.object({
  location: Location,
  configurations: ConfigurationsAnswer.shape.configurations,
  announcements: z.array(Announcement),
})
export type LocationCopy = z.infer<typeof LocationCopy>

/** A menu book without its items: what a launch shows first, small enough to be part of the page itself. */
export const MenuOutline = z.object({
  menus: z.array(z.extend(Menu, { categories: z.array(z.extend(Category, { item_count: z.int() })) })),
  /** The restaurant states allergens: guests can then choose by them. */
  tells_allergens: z.optional(z.literal(true)),
  /** The diets that at least one of its dishes has, by which guests can choose. Missing in older outlines. */
  diets: z.optional(z.array(z.enum(diets))),
})
export type MenuOutline = z.infer<typeof MenuOutline>

/** What one page shows of a menu book: a category with its dishes, or one dish of a category (then without the others). */
export const BookPart = z.object({
  mode: MenuMode,
  menu_id: z.string(),
  category: z.extend(Category, { items: z.array(MenuItemCard) }),
  item: z.optional(MenuItem),
})
export type BookPart = z.infer<typeof BookPart>

/** What the server puts into the page so that the first screen needs no further request. Nothing personal. */
export const FirstScreen = z.object({
  location: LocationCopy,
  menus: MenuOutline,
  /** The menus for ordering; left out where they are the same. */
  order_menus: z.optional(MenuOutline),
  /** On a category's or a dish's own page: its content. */
  part: z.optional(BookPart),
})
export type FirstScreen = z.infer<typeof FirstScreen>

/** Answers of the API that are the same for everybody, for the views that a server renders: they are in the markup, and never in the page's data. */
export type ViewAnswers = {
  books: Record<MenuMode, MenuBook>
  products: PhysicalProductsAnswer
}
