import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { transientMark } from '#lib/paint/marks.ts'
import { type PauseShown, useOrderPause } from './use-order-pause.ts'

/**
 * Says that no new orders are taken for a while, before anybody gets as far as paying, or that the kitchen is closed, before anybody chooses dishes. Not part
 * of a kept view: the pause may be over by then.
 */
export function PauseNote() {
  const pause = useOrderPause()
  if (!pause) return null
  return (
    <div {...transientMark}>
      <Banner
        tone="note"
        header={pause.closed ? t('Ordering is closed right now') : t('No new orders right now')}
        messages={[...pause.texts, lastText(pause)]}
      />
    </div>
  )
}

/** What is possible in spite of the pause. */
function lastText({ closed, offersLater, endsToday }: PauseShown): string {
  if (closed && !closed.hasDishes) return t('You can look through the menu in the meantime.')
  if (offersLater) return t('You can choose a later time in checkout.')
  return endsToday && !closed
    ? t('You can put your order together now and place it afterwards.')
    : t('What you put together is kept on this device.')
}
