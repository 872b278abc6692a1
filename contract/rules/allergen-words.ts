import { locale, t } from '../language.ts'
import type { AllergenStatement } from '../schemas/allergens.ts'
import type { Allergen, Diet } from './allergen-list.ts'
import { dietNames, listWith, lowerName, statusIn } from './allergens.ts'

/** Statements in words. Kept apart from the rules, which every launch loads. */

/**
 * The statement of a dish about which nothing is known, at a restaurant that states something about others. An order's line carries it, so that a receipt or a
 * kitchen can tell such a dish from one of a restaurant that states nothing at all, whose lines carry no statement.
 */
export const nothingStated: AllergenStatement = { contains: [], free_from: [] }

/** `gluten, milk, and eggs`, as in a sentence. */
export const namesInText = (list: readonly Allergen[]): string =>
  new Intl.ListFormat(locale()).format(list.map(lowerName))

/** `vegan or gluten-free`: the diets that something is not known to fit. */
export const dietsInText = (list: readonly Diet[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(
    list.map((diet) => t(dietNames[diet]).toLowerCase()),
  )

/** Of the avoided allergens, those that a statement says are contained and those that it leaves open. Without a statement all are open. */
export function avoidedIn(statement: AllergenStatement | undefined, avoided: readonly Allergen[]) {
  const listOf = (status: 'contains' | 'unknown') =>
    avoided.filter((allergen) => statusIn(statement, allergen) === status)
  return { contained: listOf('contains'), unknown: listOf('unknown') }
}

/** `Contains gluten and milk`; empty where nothing is stated to be contained. */
export function containsText(statement: AllergenStatement | undefined): string {
  const list = listWith(statement, 'contains')
  return list.length === 0 ? '' : t`Contains ${namesInText(list)}`
}

/**
 * `Not sure about milk and eggs`: what a statement leaves open, in few words where that is all that it does not call contained. Empty where it leaves nothing
 * open, and without a statement: a restaurant that tells nothing of allergens says nothing of them (decision 050).
 */
function unknownText(statement: AllergenStatement | undefined): string {
  const list = statement ? listWith(statement, 'unknown') : []
  if (list.length === 0) return ''
  if (listWith(statement, 'free').length > 0) return t`Not sure about ${namesInText(list)}`
  return statement?.contains.length === 0 ? t('Allergens not known') : t('Other allergens not known')
}

/** `Contains gluten. Not sure about eggs`: what somebody with an allergy has to know of an order's line; empty where it is free from all, and without a statement. */
export const allergenText = (statement: AllergenStatement | undefined): string =>
  [containsText(statement), unknownText(statement)].filter((part) => part !== '').join('. ')
