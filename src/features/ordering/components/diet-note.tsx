import { t } from '#contract/language.ts'
import type { Selection } from '#contract/pricing/selection.ts'
import type { Diet } from '#contract/rules/allergen-list.ts'
import { dietsInText } from '#contract/rules/allergen-words.ts'
import { dietIn } from '#contract/rules/diet-in.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'

/** Lists the diner's diets that the dish, as chosen, is not known to fit. What it contains that they avoid is shown next to it. */
export function DietNote({
  item,
  selection,
  diets,
}: {
  item: MenuItem
  selection: Selection
  diets: readonly Diet[]
}) {
  const list = diets.filter((one) => dietIn(item, selection, one) === 'unknown')
  return list.length > 0 && <> {t`Not known to be ${dietsInText(list)}: please ask us.`}</>
}
