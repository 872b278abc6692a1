import { useMemo } from 'react'
import { fitsDietaryNeeds } from '#contract/rules/diets.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { Told } from '#lib/query/menu-book.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'

/** Which dishes somebody on this device is shown; undefined where that is every one: they want all, or the restaurant tells nothing of its dishes. */
export function useDietaryFilter(told: Told): ((item: MenuItem) => boolean) | undefined {
  const needs = useDietaryNeeds(told)
  return useMemo(
    () => (needs.uneaten.length > 0 ? (item) => fitsDietaryNeeds(item, needs) : undefined),
    [needs],
  )
}
