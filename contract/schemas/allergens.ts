import * as z from 'zod/mini'
import { type Allergen as AllergenName, allergens } from '../rules/allergen-list.ts'

export const Allergen = z.enum(allergens)

/**
 * Extension `allergens`: what a restaurant states about a dish, or about what a choice adds to it. An allergen that it does not name is not known, and not
 * known never means free; `others` states that it is free from everything that it does not contain.
 */
export const AllergenStatement = z.object({
  contains: z.array(Allergen),
  free_from: z.union([z.array(Allergen), z.literal('others')]),
})
export type AllergenStatement = z.infer<typeof AllergenStatement>

/** The allergens that this portal, which may be older than the API, knows. */
const known = (names: unknown): AllergenName[] =>
  allergens.filter((one) => Array.isArray(names) && names.includes(one))

/**
 * The lenient form for answers: an allergen that this portal does not know must not make the whole menu unreadable. The known ones keep their statement; a
 * statement whose list cannot be read states nothing, and never "free". `others` after an unknown name is ignored, since it may mean a known allergen by
 * another name (`molluscs`).
 */
export const lenientAllergens = z.catch(
  z.optional(AllergenStatement),
  (context): AllergenStatement | undefined => {
    // Generating the schema's description calls this without an input.
    const said = (context as { input?: unknown } | undefined)?.input as Record<string, unknown> | undefined
    const names: unknown = said?.['contains']
    if (!Array.isArray(names)) return undefined
    const contains = known(names)
    const isAllKnown = names.every((name) => contains.includes(name))
    const others = said?.['free_from'] === 'others' && isAllKnown
    return { contains, free_from: others ? 'others' : known(said?.['free_from']) }
  },
)
