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

const Statement = z.object({
  contains: z.array(z.string()),
  free_from: z.union([z.array(z.string()), z.literal('others')]),
})

/** What an older portal can read of a statement: the allergens that it has a word for. Of the others it says nothing, and what is not named is not known. */
function readKnown(said: unknown): AllergenStatement | undefined {
  const { data } = z.safeParse(Statement, said)
  const known = (names: readonly string[]) => allergens.filter((one) => names.includes(one))
  return (
    data && {
      contains: known(data.contains),
      free_from: data.free_from === 'others' ? 'others' : known(data.free_from),
    }
  )
}

/** The same in an answer: an allergen that an older portal has no word for does not make the whole menu unreadable. */
export const toldAllergens = z.catch(z.optional(AllergenStatement), (context) =>
  // Who describes the schema asks without an answer.
  readKnown((context as { input?: unknown } | undefined)?.input),
)
