import { plural, t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { useEffect, useState } from 'react'
import { CloudOff, RefreshCw } from 'lucide-react'
import { useMenus } from '#lib/query/menu-book.ts'
import { usePortal, useTicket } from '#lib/query/portal-context.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import { ageText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './network-strip.module.css'

/** A calm line at the foot: no signal and how old the menu is, or how many changes wait to be sent. Nothing at all when all is well. */
export function NetworkStrip() {
  const forgetful = useForgetfulStore()
  const reach = useReachability()
  const ticket = useTicket()
  const { savedAt } = useMenus('browse')
  const now = useNow()
  const waiting = ticket.state === 'active' ? ticket.view.pendingCount : 0
  const changes = waiting === 0 ? '' : plural(waiting, '{0} change will sync', '{0} changes will sync')
  const menu = !savedAt || now === undefined ? '' : t`menu from ${ageText(Math.max(0, now - savedAt))}`
  return (
    <div role="status" className={styles.place}>
      {reach === 'unreachable' && (
        <p className={styles.strip} data-strip>
          <CloudOff aria-hidden size={18} />
          <span>{[t('Offline'), menu, changes].filter((part) => part !== '').join(' · ')}</span>
        </p>
      )}
      {reach === 'reachable' && forgetful && (
        <p className={styles.strip} data-strip>
          <CloudOff aria-hidden size={18} />
          <span>{t('This browser keeps nothing: your order lasts as long as this tab.')}</span>
        </p>
      )}
      {reach === 'reachable' && waiting > 1 && (
        <p className={styles.strip} data-strip>
          <RefreshCw aria-hidden size={18} />
          <span>{rich`Sending ${waiting} changes to your order.`}</span>
        </p>
      )}
    </div>
  )
}

/** True where the browser gave no durable store (a private window, a policy). */
function useForgetfulStore(): boolean {
  const { load } = usePortal()
  const [forgetful, setForgetful] = useState(false)
  useEffect(() => void load().then((services) => setForgetful(services.storeIsMemory)), [load])
  return forgetful
}
