import { locale, t } from '#contract/language.ts'
import { dietNames, lowerName } from '#contract/rules/allergens.ts'
import type { DietaryNeeds } from '#contract/rules/diets.ts'

/** `Vegan · Without gluten or milk`: the dietary needs that a list of dishes is filtered by. */
export function dietaryNeedsText({ avoided, diets }: DietaryNeeds): string {
  const names = avoided.map(lowerName)
  return [
    ...diets.map((diet) => t(dietNames[diet])),
    ...(names.length > 0
      ? [t`Without ${new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names)}`]
      : []),
  ].join(' · ')
}
