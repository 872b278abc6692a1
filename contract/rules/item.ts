import { t } from '../language.ts'
import { type Selection, walkSelection } from '../pricing/selection.ts'
import type { MenuItem } from '../schemas/menu.ts'

/** Why an item cannot be added yet: the key of the choice or entry with its name, whether it is to be chosen or stays as it is, and words for beside it. */
export type ItemProblem = { key: string; name: string; isMissing: boolean; message: string }

/**
 * The first things that keep ADD TO ORDER disabled (specification §5 *Item page*): a required choice with no picked value that has an
 * ordering id, or a changed checklist entry without ids.
 */
export function listItemProblems(item: MenuItem, selection: Selection): ItemProblem[] {
  const problems: ItemProblem[] = []
  walkSelection(item, selection, {
    choice({ key, choice, slot, picked }) {
      if (choice.required && !(picked && picked.omnivore_id.length > 0))
        problems.push({ key, name: slot, isMissing: true, message: t`Still to choose: ${slot}` })
    },
    entry({ key, entry, ticked }) {
      if (ticked === entry.selected) return
      const ids = ticked ? entry.selected_omnivore_id : entry.unselected_omnivore_id
      const { name } = entry
      if (ids.length === 0)
        problems.push({ key, name, isMissing: false, message: t`${name} cannot be changed` })
    },
  })
  return problems
}

/** The fields that say whether an item is available. `soldOutToday` is set on the device (rules/sold-out-book.ts) where the item will be back by itself. */
export type Availability = { available?: boolean | undefined; soldOutToday?: string | undefined }

/** False for an item that is shown as sold out (extension `sold_out`). */
export const isAvailable = (item: Availability): boolean => item.available !== false

/** What is shown for an item that is not available; undefined for one that is. */
export const soldOutText = (item: Availability): string | undefined =>
  isAvailable(item) ? undefined : (item.soldOutToday ?? t('Sold out'))

/** Whether an item is sold out only until the end of the kitchen's day: it may be available in a later view. */
export const isSoldOutToday = (item: Availability): boolean => item.soldOutToday !== undefined
