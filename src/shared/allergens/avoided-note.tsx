import { t } from '#contract/language.ts'
import { keepAvoided, useAvoided } from '#lib/query/avoided-allergens.ts'
import { leftText, withoutText } from './without-text.ts'

/** That dishes are left out here by what somebody avoids, and the way to see them all: where the choice itself has no room. `counts`: how many are left, of how many. */
export function AvoidedNote({ counts }: { counts?: { left: number; of: number } | undefined }) {
  const avoided = useAvoided()
  return (
    <p>
      {withoutText(avoided)}
      {counts && `: ${leftText(counts)}`}{' '}
      <button
        type="button"
        className="row-link"
        onClick={({ currentTarget }) => {
          // It goes with the note: the focus goes to the screen that it is on.
          currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
          keepAvoided([])
        }}
      >
        {t('Show every dish')}
      </button>
    </p>
  )
}
