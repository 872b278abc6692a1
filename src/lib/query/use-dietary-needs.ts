import { useMemo } from 'react'
import { diets as allDiets } from '#contract/rules/allergen-list.ts'
import { type DietaryNeeds, dietaryNeedsOf } from '#contract/rules/diets.ts'
import { useAvoided } from './avoided-allergens.ts'
import { useDiets } from './chosen-diets.ts'
import type { Told } from './menu-book.ts'

/** How somebody on this device eats, as far as a restaurant's menus tell of it; all of it where no menus are given. */
export function useDietaryNeeds({
  tellsAllergens = true,
  diets = allDiets,
}: Partial<Told> = {}): DietaryNeeds {
  const avoided = useAvoided()
  const chosen = useDiets()
  return useMemo(
    () =>
      dietaryNeedsOf(
        tellsAllergens ? avoided : [],
        chosen.filter((one) => diets.includes(one)),
      ),
    [tellsAllergens, diets, avoided, chosen],
  )
}
