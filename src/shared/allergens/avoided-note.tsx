import { plural, t } from '#contract/language.ts'
import { keepAvoided } from '#lib/query/avoided-allergens.ts'
import { keepDiets } from '#lib/query/chosen-diets.ts'
import type { DietaryInfo } from '#lib/query/menu-book.ts'
import { useDietaryNeeds } from '#lib/query/use-dietary-needs.ts'
import { dietaryNeedsText } from './dietary-needs-text.ts'

type Counts = { left: number; of: number }

/**
 * Says that dishes are hidden by the guest's dietary needs, with a button to show all, where there is no room for the choice itself. `counts`: how many match,
 * of how many.
 */
export function AvoidedNote({ info, counts }: { info: DietaryInfo; counts?: Counts | undefined }) {
  const needs = useDietaryNeeds(info)
  if (needs.uneaten.length === 0) return null
  return (
    <p>
      {dietaryNeedsText(needs)}
      {counts && `: ${leftText(counts)}`} <ShowAll />
    </p>
  )
}

/** The same below the choice: how many dishes of a list match, and why others are hidden. */
export const LeftOut = ({ left, of: all }: { left: number | undefined; of: number }) => (
  <>
    {left !== undefined &&
      `${leftText({ left, of: all })} ${t('A dish the restaurant is not sure about is left out. Each dish says which of its choices fit.')}`}{' '}
    <ShowAll />
  </>
)

/** Clears the dietary needs: every dish is shown again. */
export const ShowAll = () => (
  <button
    type="button"
    className="row-link"
    onClick={({ currentTarget }) => {
      // The button is removed with the note, so the focus moves to the screen.
      currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
      keepAvoided([])
      keepDiets([])
    }}
  >
    {t('Show every dish')}
  </button>
)

/** `2 of 4 dishes.` */
const leftText = ({ left, of: all }: Counts): string =>
  plural(all, '{1} of {0} dish.', '{1} of {0} dishes.', left)
