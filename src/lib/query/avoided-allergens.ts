import { allergens } from '#contract/rules/allergen-list.ts'
import { entryNames } from '#db/names.ts'
import { keptList } from './kept-list.ts'

/** What somebody on this device does not eat. */
export const {
  find: findAvoided,
  keep: keepAvoided,
  use: useAvoided,
} = keptList(entryNames.avoidedAllergens, allergens)
