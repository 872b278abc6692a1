import { diets } from '#contract/rules/allergen-list.ts'
import { entryNames } from '#db/names.ts'
import { keptList } from './kept-list.ts'

/** The diets that this device's user follows. */
export const { find: findDiets, keep: keepDiets, use: useDiets } = keptList(entryNames.diets, diets)
