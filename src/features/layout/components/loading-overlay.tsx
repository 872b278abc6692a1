import { t } from '#contract/language.ts'
import { useIsFetching } from '@tanstack/react-query'
import { keys } from '#lib/query/keys.ts'
import { useLocationState } from '#lib/query/location.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { loadingMark } from '#lib/paint/marks.ts'
import { useAfterLaunch } from '#lib/paint/use-later.ts'
import styles from './loading-overlay.module.css'

/**
 * Shows that the restaurant's settings and announcements, or the order, are loading (LH-20). It never hides what is on the device: as soon as anything is known
 * it is only a thin line above the bar, and appears only when loading takes longer than a moment.
 */
export function LoadingOverlay() {
  const { facts } = usePortal()
  const launched = useAfterLaunch()
  const { copy, failed } = useLocationState()
  const fetching = useIsFetching({ queryKey: keys.location(facts.host.locationId) }) > 0
  const ticket = useTicket()
  if (!launched || failed) return null
  if (!copy) {
    return (
      <div className={styles.overlay} role="status" {...loadingMark}>
        <span className={styles.wheel} aria-hidden />
        {t('Loading')}
      </div>
    )
  }
  return fetching || ticket.state === 'loading' ? <div className={styles.line} aria-hidden /> : null
}
