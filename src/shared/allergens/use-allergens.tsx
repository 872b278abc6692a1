import { type ReactNode, useCallback } from 'react'
import { canBeMadeWithout } from '#contract/rules/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { useAvoided } from '#lib/query/avoided-allergens.ts'
import { AllergenFilter } from './allergen-filter.tsx'

type Counts = { left: number; of: number }

/**
 * For a list of dishes of a restaurant that tells what they contain: which of them somebody on this device is shown (`keep` is left out where that is every
 * one), and what they say it with.
 */
export function useAllergens(tellsAllergens: boolean): {
  keep?: (item: MenuItem) => boolean
  filter?: (counts: Counts) => ReactNode
} {
  const avoided = useAvoided()
  const keep = useCallback((item: MenuItem) => canBeMadeWithout(item, avoided), [avoided])
  if (!tellsAllergens) return {}
  return {
    ...(avoided.length > 0 && { keep }),
    filter: (counts) => <AllergenFilter {...counts} />,
  }
}
