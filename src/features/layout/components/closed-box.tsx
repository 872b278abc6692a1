import { ChevronDown, Info } from 'lucide-react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { switchesOf } from '#lib/query/location.ts'
import styles from './closed-box.module.css'

const shownOn = /^\/(menus|order|ordercart|ordercheckout)(\/|$)/

/**
 * The closed announcement, where ordering begins and goes on, when online-order hours are enabled (LH-15): one line over the food, the rest of its words
 * behind it. A dish's own page is left to the dish.
 */
export function ClosedBox({ copy, path }: { copy: LocationCopy; path: string }) {
  const closed = copy.announcements.find((one) => one.type === 'closed')
  if (!closed || !switchesOf(copy.location.settings).hoursForOnlineOrder) return null
  if (!shownOn.test(path) || path.includes('/item/')) return null
  const title = (
    <>
      <Info aria-hidden size={18} className={styles.icon} />
      <strong>{closed.title}</strong>
    </>
  )
  return (
    <div className={styles.box} role="status">
      {closed.data?.body ? (
        <details className="container">
          <summary className={styles.line}>
            {title}
            <ChevronDown aria-hidden size={18} className={styles.more} />
          </summary>
          <p className={styles.body}>{closed.data.body}</p>
        </details>
      ) : (
        <p className={`container ${styles.line}`}>{title}</p>
      )}
    </div>
  )
}
