import * as z from 'zod/mini'
import { allergens } from '../rules/allergen-list.ts'

export const Allergen = z.enum(allergens)

/**
 * Extension `allergens`: what a restaurant says of a dish, or of what a choice adds to it. What it does not name is not known, and not known is never free;
 * `others` says that it is free from all that it does not contain.
 */
export const AllergenStatement = z.object({
  contains: z.array(Allergen),
  free_from: z.union([z.array(Allergen), z.literal('others')]),
})
export type AllergenStatement = z.infer<typeof AllergenStatement>

/**
 * The same in an answer, as an older portal reads it: a statement with an allergen that it has no word for says nothing that it could pass on, and what nothing
 * is said of is not known. The menu with it is read all the same.
 */
export const toldAllergens = z.catch(z.optional(AllergenStatement), undefined)
