import { allergens } from '#contract/rules/allergen-list.ts'
import { entryNames } from '#db/names.ts'
import { keptList } from './kept-list.ts'

/** The allergens that this device's user avoids. */
export const {
  find: findAvoided,
  keep: keepAvoided,
  use: useAvoided,
} = keptList(entryNames.avoidedAllergens, allergens)
