import * as z from 'zod/mini'

/** The fourteen that the European Union has declared on every dish (Regulation 1169/2011, annex II); the nine of the United States are among them. */
export const allergens = [
  'gluten',
  'milk',
  'eggs',
  'tree_nuts',
  'peanuts',
  'sesame',
  'soy',
  'fish',
  'crustaceans',
  'mollusks',
  'celery',
  'mustard',
  'sulfites',
  'lupin',
] as const

export const Allergen = z.enum(allergens)
export type Allergen = z.infer<typeof Allergen>

/**
 * Extension `allergens`: what a restaurant says of a dish, or of what a choice adds to it. What it does not name is not known, and not known is never free;
 * `others` says that it is free from all that it does not contain.
 */
export const AllergenStatement = z.object({
  contains: z.array(Allergen),
  free_from: z.union([z.array(Allergen), z.literal('others')]),
})
export type AllergenStatement = z.infer<typeof AllergenStatement>
