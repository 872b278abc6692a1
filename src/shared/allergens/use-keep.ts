import { useCallback } from 'react'
import { canBeMadeWithout } from '#contract/rules/allergens.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import { useAvoided } from '#lib/query/avoided-allergens.ts'

/** Which dishes somebody on this device is shown; undefined where that is every one: nothing is avoided, or the restaurant tells nothing of its dishes. */
export function useKeep(tellsAllergens: boolean): ((item: MenuItem) => boolean) | undefined {
  const avoided = useAvoided()
  const keep = useCallback((item: MenuItem) => canBeMadeWithout(item, avoided), [avoided])
  return tellsAllergens && avoided.length > 0 ? keep : undefined
}
