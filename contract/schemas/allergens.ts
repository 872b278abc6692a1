import * as z from 'zod/mini'
import { type Allergen as AllergenName, allergens } from '../rules/allergen-list.ts'

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

/** Those that an older portal has a word for. */
const known = (names: unknown): AllergenName[] =>
  allergens.filter((one) => Array.isArray(names) && names.includes(one))

/**
 * The same in an answer: an allergen that an older portal has no word for does not make the whole menu unreadable. Of the others it says what it said; one whose
 * list cannot be read says nothing, and is never free.
 */
export const toldAllergens = z.catch(
  z.optional(AllergenStatement),
  (context): AllergenStatement | undefined => {
    // Who describes the schema asks without an answer.
    const said = (context as { input?: unknown } | undefined)?.input as Record<string, unknown> | undefined
    return Array.isArray(said?.['contains'])
      ? {
          contains: known(said['contains']),
          free_from: said['free_from'] === 'others' ? 'others' : known(said['free_from']),
        }
      : undefined
  },
)
