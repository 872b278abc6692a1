import { useMemo } from 'react'
import { fitsWanted } from '#contract/rules/diets.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { Told } from '#lib/query/menu-book.ts'
import { useWanted } from '#lib/query/use-wanted.ts'

/** Which dishes somebody on this device is shown; undefined where that is every one: they want all, or the restaurant tells nothing of its dishes. */
export function useKeep(told: Told): ((item: MenuItem) => boolean) | undefined {
  const wanted = useWanted(told)
  return useMemo(() => (wanted.uneaten.length > 0 ? (item) => fitsWanted(item, wanted) : undefined), [wanted])
}
