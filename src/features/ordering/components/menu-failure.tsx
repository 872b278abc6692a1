import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { failedMark } from '#lib/paint/marks.ts'
import { type Failed, Unreachable } from '#lib/paint/screen-states.tsx'
import { useRetry } from '#lib/paint/use-retry.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import { ageText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'

type MenuFailureProps = { failed: Failed; hasDishes: boolean; onRetry: () => unknown }

/** The dishes could not be had: that there are none, or, over those that the page itself brought, how old they may be. */
export const MenuFailure = ({ failed, hasDishes, onRetry }: MenuFailureProps) =>
  hasDishes ? (
    <OldMenu onRetry={onRetry} />
  ) : (
    <Unreachable failed={failed} what={t('The menu')} onRetry={onRetry} />
  )

function OldMenu({ onRetry }: Pick<MenuFailureProps, 'onRetry'>) {
  const { savedAt } = useMenus('order')
  const now = useNow()
  const { busy, retry } = useRetry(onRetry)
  // What a page brings has no date: the page may have been kept for weeks.
  const from =
    !savedAt || now === undefined ? [] : [t`What you see is from ${ageText(Math.max(0, now - savedAt))}.`]
  return (
    <div {...failedMark}>
      <Banner
        tone="note"
        header={t('This menu may be out of date')}
        messages={[...from, t('We couldn’t load the rest of it, and can’t take orders from it right now.')]}
      >
        <button type="button" className="button button--quiet" aria-busy={busy} onClick={() => void retry()}>
          {busy ? t('Trying again…') : t('Try again')}
        </button>
      </Banner>
    </div>
  )
}
