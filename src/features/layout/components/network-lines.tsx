import { CloudOff, RefreshCw } from 'lucide-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { plural, t } from '#contract/language.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import type { useReachability } from '#lib/query/reachability.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { rich } from '#lib/paint/rich.ts'
import { ageText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './network-strip.module.css'

export type NetworkLinesProps = {
  reach: ReturnType<typeof useReachability>
  /** Changes that are not sent yet. */
  waiting: number
  /** The browser gave no durable store. */
  isVolatile: boolean
}

/** Pages that show dishes and their prices. */
const menuPaths = /^\/((old|new)?home|menus?(\/.*)?|order(cart|checkout|\/.*)?|catering)?\/?$/i

/** The strip's content, one message per line: in a chunk of its own, since most launches have nothing to say. */
export function NetworkLines({ reach: found, waiting, isVolatile }: NetworkLinesProps) {
  const reach = useHeld(found)
  const { savedAt } = useMenus('browse')
  const now = useNow()
  const changes = waiting === 0 ? '' : plural(waiting, '{0} change will sync', '{0} changes will sync')
  const isOfMenu = useLocation({ select: ({ pathname }) => menuPaths.test(pathname) })
  const menu =
    !isOfMenu || !savedAt || now === undefined ? '' : t`menu from ${ageText(Math.max(0, now - savedAt))}`
  return (
    <>
      {reach === 'unreachable' && (
        <p className={styles.strip} data-strip>
          <CloudOff aria-hidden size={18} />
          <span>{[t('Offline'), menu, changes].filter((part) => part !== '').join(' · ')}</span>
          {changes !== '' && <SeeWaiting />}
        </p>
      )}
      {reach === 'reachable' && isVolatile && (
        <p className={styles.strip} data-strip>
          <CloudOff aria-hidden size={18} />
          <span>{t('This browser saves nothing: your order lasts as long as this tab.')}</span>
        </p>
      )}
      {reach === 'reachable' && waiting > 1 && (
        <p className={styles.strip} data-strip>
          <RefreshCw aria-hidden size={18} />
          <span>{rich`Sending ${waiting} changes to your order.`}</span>
          <SeeWaiting />
        </p>
      )}
    </>
  )
}

/** How long the connection must hold before the screen stops saying that there is none (ms): an unstable one gives a single notice (reliability N8). */
const heldMs = 3000

/** What calls have found; a restored connection counts only once it has held. */
function useHeld(found: NetworkLinesProps['reach']): NetworkLinesProps['reach'] {
  const [shown, setShown] = useState(found)
  if (found === 'unreachable' && shown !== found) setShown(found)
  useEffect(() => {
    if (found !== 'reachable') return undefined
    const timer = setTimeout(() => setShown(found), heldMs)
    return () => clearTimeout(timer)
  }, [found])
  return shown
}

const SeeWaiting = () => (
  <PathLink path="/waiting" className={styles.act} aria-label={t('See what waits to be sent')}>
    {t('See')}
  </PathLink>
)
