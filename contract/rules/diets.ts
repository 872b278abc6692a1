import type { MenuItem } from '../schemas/menu.ts'
import { type Allergen, allergens, type Diet, dietAllergens } from './allergen-list.ts'
import { canBeDiet, canBeMadeWithout, isDietAsItComes } from './allergens.ts'

/** How somebody eats: without these allergens, and of each of these diets. `uneaten`: all that is not eaten then. */
export type DietaryNeeds = {
  avoided: readonly Allergen[]
  diets: readonly Diet[]
  uneaten: readonly Allergen[]
}

export const dietaryNeedsOf = (avoided: readonly Allergen[], diets: readonly Diet[]): DietaryNeeds => {
  const list = [...avoided, ...diets.flatMap((diet) => dietAllergens[diet])]
  return { avoided, diets, uneaten: allergens.filter((one) => list.includes(one)) }
}

/**
 * Whether a dish is what somebody wants, as it comes or with one set of choices that makes it all of that. Of a diet only what the restaurant calls so: what
 * a dish is free from does not make it vegan (decision 050).
 */
export const fitsDietaryNeeds = (item: MenuItem, { avoided, diets, uneaten }: DietaryNeeds): boolean =>
  diets.every((diet) => item[diet]) &&
  (avoided.length > 0
    ? canBeMadeWithout(item, uneaten)
    : diets.every((diet) => isDietAsItComes(item, diet)) || canBeDiet(item, uneaten))
