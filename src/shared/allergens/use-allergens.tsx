import type { ReactNode } from 'react'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { AllergenFilter } from './allergen-filter.tsx'
import { useKeep } from './use-keep.ts'

type Counts = { left: number; of: number }

/**
 * For a list of dishes of a restaurant that tells what they contain: which of them somebody on this device is shown (`keep` is left out where that is every
 * one), and what they say it with.
 */
export function useAllergens(tellsAllergens: boolean): {
  keep?: (item: MenuItem) => boolean
  filter?: (counts: Counts) => ReactNode
} {
  const keep = useKeep(tellsAllergens)
  if (!tellsAllergens) return {}
  return { ...(keep && { keep }), filter: (counts) => <AllergenFilter {...counts} /> }
}
