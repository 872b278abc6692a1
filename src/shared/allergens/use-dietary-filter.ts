import { useMemo } from 'react'
import { fitsDietaryNeeds } from '#contract/rules/diets.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { DietaryInfo } from '#lib/query/menu-book.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'

/**
 * Which dishes to show on this device; undefined where that is all of them: the guest has no dietary needs, or the restaurant states nothing about its dishes.
 */
export function useDietaryFilter(info: DietaryInfo): ((item: MenuItem) => boolean) | undefined {
  const needs = useDietaryNeeds(info)
  return useMemo(
    () => (needs.uneaten.length > 0 ? (item) => fitsDietaryNeeds(item, needs) : undefined),
    [needs],
  )
}
