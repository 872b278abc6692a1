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
 * The same in an answer: an allergen that this portal has no word for does not make the whole menu unreadable. Of the others it says what it said; one whose
 * list cannot be read says nothing, and is never free. `others` after a word that is not known may be about that very allergen by another name (`molluscs`).
 */
export const lenientAllergens = z.catch(
  z.optional(AllergenStatement),
  (context): AllergenStatement | undefined => {
    // Who describes the schema asks without an answer.
    const said = (context as { input?: unknown } | undefined)?.input as Record<string, unknown> | undefined
    const names: unknown = said?.['contains']
    if (!Array.isArray(names)) return undefined
    const contains = known(names)
    const isAllKnown = names.every((name) => contains.includes(name))
    const others = said?.['free_from'] === 'others' && isAllKnown
    return { contains, free_from: others ? 'others' : known(said?.['free_from']) }
  },
)
