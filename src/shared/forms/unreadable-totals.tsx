import { t } from '#contract/language.ts'
import { Banner } from '#lib/paint/banner.tsx'

/** The restaurant's amounts cannot be read: no total is shown and no payment is taken (reliability N20). */
export function UnreadableTotals() {
  return (
    <div className="container">
      <Banner
        tone="error"
        header={t('Error')}
        messages={[t('We can’t show a total right now, so nothing can be paid. Please call the restaurant.')]}
      />
    </div>
  )
}
