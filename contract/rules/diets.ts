import type { MenuItem } from '../schemas/menu.ts'
import { type Allergen, allergens, type Diet, dietAllergens } from './allergen-list.ts'
import { canBeDiet, canBeMadeWithout, isDietAsItComes } from './allergens.ts'

/** What somebody eats: none of these allergens, and only dishes of all these diets. `uneaten`: all allergens that follow from both. */
export type DietaryNeeds = {
  avoided: readonly Allergen[]
  diets: readonly Diet[]
  uneaten: readonly Allergen[]
}

/** What somebody needs who avoids these allergens and chose these diets. */
export const dietaryNeedsOf = (avoided: readonly Allergen[], diets: readonly Diet[]): DietaryNeeds => {
  const list = [...avoided, ...diets.flatMap((diet) => dietAllergens[diet])]
  return { avoided, diets, uneaten: allergens.filter((one) => list.includes(one)) }
}

/**
 * Whether a dish fits somebody's needs, as it comes or with one set of choices that fits all of them. For a diet, only the restaurant's label counts: what a
 * dish is free from does not make it vegan (decision 050).
 */
export const fitsDietaryNeeds = (item: MenuItem, { avoided, diets, uneaten }: DietaryNeeds): boolean =>
  diets.every((diet) => item[diet]) &&
  (avoided.length > 0
    ? canBeMadeWithout(item, uneaten)
    : diets.every((diet) => isDietAsItComes(item, diet)) || canBeDiet(item, uneaten))
