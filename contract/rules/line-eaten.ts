import { selectionOf } from '../pricing/selection.ts'
import type { AllergenStatement } from '../schemas/allergens.ts'
import type { MenuBook } from '../schemas/menu.ts'
import { type Allergen, type Diet, dietAllergens } from './allergen-list.ts'
import { avoidedIn } from './allergen-words.ts'
import { dietIn } from './diet-in.ts'
import type { DietaryNeeds } from './diets.ts'
import { type CheckedLine, findLineItem } from './line-check.ts'

/** The part of an order's line that somebody does not eat, what is not known to be free from that, and the diets that the line is not known to fit. */
export type NotEaten = { contained: Allergen[]; unknown: Allergen[]; diets: Diet[] }

/** `statement`: what is stated about the line. Diets come from the menu; without a menu nothing is said about them. */
export function notEatenIn(
  line: CheckedLine,
  statement: AllergenStatement | undefined,
  needs: DietaryNeeds,
  book: MenuBook | undefined,
): NotEaten {
  const { contained } = avoidedIn(statement, needs.uneaten)
  const item = book && findLineItem(book, line)
  const sent = line.modifiers.filter((one) => one.modifier !== '')
  const isFit = (diet: Diet): boolean =>
    item !== undefined && dietIn(item, selectionOf(item, sent).selection, diet) === 'free'
  return {
    contained,
    unknown: avoidedIn(statement, needs.avoided).unknown,
    // If it contains a diet's allergen, that says enough.
    diets: book
      ? needs.diets.filter(
          (diet) => !isFit(diet) && !dietAllergens[diet].some((one) => contained.includes(one)),
        )
      : [],
  }
}
