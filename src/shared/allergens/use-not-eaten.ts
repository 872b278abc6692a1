import { useMemo } from 'react'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { CheckedLine } from '#contract/rules/line-check.ts'
import { type NotEaten, notEatenIn } from '#contract/rules/line-eaten.ts'
import { isFromMenu } from '#contract/rules/menu-line.ts'
import { useBook } from '#lib/query/menu-book.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'

type Line = CheckedLine & {
  lineId: string
  /** What the restaurant states; `agreedAllergens`: what this device showed when the dish was added to the order. */
  allergens?: AllergenStatement | undefined
  agreedAllergens?: AllergenStatement | undefined
}

/** By line of an order, what of it the guest does not eat. Fees are left out. */
export function useNotEaten(lines: readonly Line[]): ReadonlyMap<string, NotEaten> {
  const needs = useDietaryNeeds()
  const { book } = useBook('order')
  return useMemo(
    () =>
      new Map(
        lines
          .filter(isFromMenu)
          .map((line) => [
            line.lineId,
            notEatenIn(line, line.allergens ?? line.agreedAllergens, needs, book),
          ]),
      ),
    [lines, needs, book],
  )
}
