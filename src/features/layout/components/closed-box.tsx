import { t } from '#contract/language.ts'
import { ChevronDown, Info, X } from 'lucide-react'
import { useState } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import { focusScreen } from '#lib/paint/go-to-screen.ts'
import { switchesOf } from '#lib/query/location.ts'
import styles from './closed-box.module.css'

const shownOn = /^\/(menus|order|ordercart|ordercheckout)(\/|$)/

/**
 * The closed announcement, where ordering begins and continues, when online-order hours are enabled (LH-15): one line above the food that expands to the whole
 * text, until it is dismissed for this visit or its text changes. Not on a dish's own page.
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
            // The focused button disappears with the line.
            focusScreen()
          }}
        >
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  )
}
