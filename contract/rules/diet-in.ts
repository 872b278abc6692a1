import type { MenuItem } from '../schemas/menu.ts'
import { type Selection, walkSelection } from '../pricing/selection.ts'
import { type Diet, dietAllergens } from './allergen-list.ts'
import { allergenIn, type AllergenStatus, joinStatus, openStatus } from './allergens.ts'

/**
 * Whether a dish with these choices fits a diet: `contains` where a part has what it must be free from. Vegan is more than that: it is what the restaurant
 * calls so, made with what it comes with or has to be chosen; what is put on it besides is stated by its allergens alone, and those do not tell meat.
 */
export function dietIn(item: MenuItem, selection: Selection, diet: Diet): AllergenStatus {
  const isAtItsWord = item[diet] && !item.allergens
  const stated = isAtItsWord ? { ...item, allergens: { contains: [], free_from: 'others' as const } } : item
  const status = joinStatus(
    dietAllergens[diet].map((one) => allergenIn(stated, selection, one, openStatus(item, one))),
  )
  const { isChanged, hasMore } = readChanges(item, selection)
  if (status === 'contains') return status
  if (diet === 'vegan' && (!item.vegan || hasMore)) return 'unknown'
  return isAtItsWord && !isChanged ? 'free' : status
}

/** Whether something other than a dish's defaults was picked, and whether anything optional was added. */
function readChanges(item: MenuItem, selection: Selection): { isChanged: boolean; hasMore: boolean } {
  const changes = { isChanged: false, hasMore: false }
  const note = (isOptional: boolean): void => {
    changes.isChanged = true
    changes.hasMore ||= isOptional
  }
  walkSelection(item, selection, {
    choice({ choice, picked }) {
      if (picked && !picked.default) note(!choice.required)
    },
    entry({ entry, ticked }) {
      if (ticked && !entry.selected) note(true)
    },
  })
  return changes
}
