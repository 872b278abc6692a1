import { useMemo } from 'react'
import { diets as allDiets } from '#contract/rules/allergen-list.ts'
import { type DietaryNeeds, dietaryNeedsOf } from '#contract/rules/diets.ts'
import { useAvoided } from './avoided-allergens.ts'
import { useDiets } from './chosen-diets.ts'
import type { DietaryInfo } from './menu-book.ts'

/** The dietary needs of this device's user, limited to what a restaurant's menus state; all of them where no menus are given. */
export function useDietaryNeeds({
  tellsAllergens = true,
  diets = allDiets,
}: Partial<DietaryInfo> = {}): DietaryNeeds {
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
