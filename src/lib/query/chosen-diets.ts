import { diets } from '#contract/rules/allergen-list.ts'
import { entryNames } from '#db/names.ts'
import { keptList } from './kept-list.ts'

/** How somebody on this device eats: each of these diets. */
export const { find: findDiets, keep: keepDiets, use: useDiets } = keptList(entryNames.diets, diets)
