import type { ReactNode } from 'react'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { Told } from '#lib/query/menu-book.ts'
import { AllergenFilter } from './allergen-filter.tsx'
import { useDietaryFilter } from './use-dietary-filter.ts'

type Counts = { left: number; of: number }

/** For a list of dishes: which of them somebody on this device is shown (`keep` is left out where that is every one), and what they say it with. */
export function useAllergens(told: Told): {
  keep?: (item: MenuItem) => boolean
  filter: (counts: Counts) => ReactNode
} {
  const keep = useDietaryFilter(told)
  return { ...(keep && { keep }), filter: (counts) => <AllergenFilter told={told} {...counts} /> }
}
