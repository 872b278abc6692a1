import { locale, plural, t } from '#contract/language.ts'
import type { Allergen } from '#contract/rules/allergen-list.ts'
import { allergenNames } from '#contract/rules/allergens.ts'

/** `Without gluten or milk`: what a list of dishes is chosen by. */
export function withoutText(avoided: readonly Allergen[]): string {
  const names = avoided.map((allergen) => t(allergenNames[allergen]).toLowerCase())
  return t`Without ${new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names)}`
}

/** `2 of 4 dishes.`: how many of a list that leaves. */
export const leftText = ({ left, of: all }: { left: number; of: number }): string =>
  plural(all, '{1} of {0} dish.', '{1} of {0} dishes.', left)
