import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'
import { transientMark } from '#lib/paint/marks.ts'
import { useOrderPause } from './use-order-pause.ts'

/** Says that no new orders are taken for a while, before anybody gets as far as paying; nothing while they are. No view keeps it: it may be over by then. */
export function PauseNote() {
  const pause = useOrderPause()
  if (!pause) return null
  return (
    <div {...transientMark}>
      <Banner
        tone="note"
        header={t('No new orders right now')}
        messages={[
          ...pause.texts,
          pause.offersLater
            ? t('You can choose a later time in checkout.')
            : pause.endsToday
              ? t('You can put your order together now and place it afterwards.')
              : t('What you put together is kept on this device.'),
        ]}
      />
    </div>
  )
}
