import { t } from '#contract/language.ts'
import { useSyncExternalStore } from 'react'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { updates } from '#lib/pwa/updates.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import styles from './network-strip.module.css'

/** A new version is waiting: it is offered, never applied unasked, and not offered while an order is being paid (docs/design/offline.md, Updates). */
export function UpdateStrip({ path }: { path: string }) {
  const update = useSyncExternalStore(updates.subscribe, updates.get, () => undefined)
  const ticket = useTicket()
  if (!update || isBeingPaid(ticket) || isPayingPath(path)) return null
  return (
    <p className={styles.strip} data-strip role="status">
      <span>{t('A new version is ready.')}</span>
      <button type="button" className={styles.act} onClick={() => update.take()}>
        {t('Update now')}
      </button>
    </p>
  )
}
