import { t } from '#contract/language.ts'
import { ChevronDown, Info, X } from 'lucide-react'
import { useState } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { switchesOf } from '#lib/query/location.ts'
import styles from './closed-box.module.css'

const shownOn = /^\/(menus|order|ordercart|ordercheckout)(\/|$)/

/**
 * The closed announcement, where ordering begins and goes on, when online-order hours are enabled (LH-15): one line over the food, the rest of its words
 * behind it, until it is put away for this visit or says something else. A dish's own page is left to the dish.
 */
export function ClosedBox({ copy, path }: { copy: LocationCopy; path: string }) {
  const closed = copy.announcements.find((one) => one.type === 'closed')
  const words = closed && `${closed.title} ${closed.data?.body}`
  const [away, setAway] = useState<string>()
  if (!closed || away === words || !switchesOf(copy.location.settings).hoursForOnlineOrder) return null
  if (!shownOn.test(path) || path.includes('/item/')) return null
  const title = (
    <>
      <Info aria-hidden size={18} className={styles.icon} />
      <strong>{closed.title}</strong>
    </>
  )
  return (
    <div className={styles.box} role="status">
      <div className={`container ${styles.row}`}>
        {closed.data?.body ? (
          <details>
            <summary className={styles.line}>
              {title}
              <ChevronDown aria-hidden size={18} className={styles.more} />
            </summary>
            <p className={styles.body}>{closed.data.body}</p>
          </details>
        ) : (
          <p className={styles.line}>{title}</p>
        )}
        <button
          type="button"
          className={styles.away}
          aria-label={t('Dismiss')}
          onClick={() => {
            setAway(words)
            // The button that had the focus goes with the line.
            focusScreen()
          }}
        >
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  )
}
