import type { ReactNode } from 'react'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { DietaryInfo } from '#lib/query/menu-book.ts'
import { AllergenFilter } from './allergen-filter.tsx'
import { useDietaryFilter } from './use-dietary-filter.ts'

type Counts = { left: number; of: number }

/** For a list of dishes: which to show on this device (`keep` is left out where that is all of them), and what to render about them. */
export function useAllergens(info: DietaryInfo): {
  keep?: (item: MenuItem) => boolean
  filter: (counts: Counts) => ReactNode
} {
  const keep = useDietaryFilter(info)
  return { ...(keep && { keep }), filter: (counts) => <AllergenFilter info={info} {...counts} /> }
}
