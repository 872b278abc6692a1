import { CloudOff, RefreshCw } from 'lucide-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { plural, t } from '#contract/language.ts'
import type { MemoryReason } from '#db/store-failure.ts'
import { listMade, observeWaiting } from '#db/waiting.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import type { Reachability } from '#lib/ports/reachability.ts'
import { useReachability } from '#lib/query/reachability.ts'
import { PathLink } from '#lib/paint/path-link.tsx'
import { useLive } from '#lib/query/use-live.ts'
import { rich } from '#lib/paint/rich.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import styles from './network-strip.module.css'

export type NetworkLinesProps = {
  /** Why the page's store lasts only as long as the page; undefined where it lasts. */
  memory: MemoryReason | undefined
}

/** Pages that show dishes and their prices. */
const menuPaths = /^\/((old|new)?home|menus?(\/.*)?|order(cart|checkout|\/.*)?|catering)?\/?$/i

/** The strip's content, one message per line: in a chunk of its own, since most launches have nothing to say. */
export function NetworkLines({ memory }: NetworkLinesProps) {
  const reach = useHeld(useReachability())
  const { savedAt } = useMenus('browse')
  const now = useNow()
  const ticket = useTicket()
  const ofOrder = ticket.state === 'active' ? ticket.view.pendingCount : 0
  const waiting = useWaiting()
  const changes = waiting === 0 ? '' : plural(waiting, '{0} change will sync', '{0} changes will sync')
  const isOfMenu = useLocation({ select: ({ pathname }) => menuPaths.test(pathname) })
  const menu = !isOfMenu || !savedAt || now === undefined ? '' : t`menu from ${agoText(savedAt, now)}`
  return (
    <>
      {reach === 'unreachable' && (
        <p className={styles.strip} data-strip>
          <CloudOff aria-hidden size={18} />
          <span>{[t('Offline'), menu, changes].filter((part) => part !== '').join(' · ')}</span>
          {changes !== '' && <SeeWaiting />}
        </p>
      )}
      {reach === 'reachable' && memory && (
        <p className={styles.strip} data-strip>
          <CloudOff aria-hidden size={18} />
          <span>
            {memory === 'newer'
              ? t(
                  'This page is older than what this browser has saved: your order lasts as long as this tab. What is saved is back with the next update.',
                )
              : t('This browser saves nothing: your order lasts as long as this tab.')}
          </span>
        </p>
      )}
      {reach === 'reachable' && ofOrder > 1 && (
        <p className={styles.strip} data-strip>
          <RefreshCw aria-hidden size={18} />
          <span>{rich`Sending ${ofOrder} changes to your order.`}</span>
          <SeeWaiting />
        </p>
      )}
    </>
  )
}

/** How many changes wait: of the order, the account and an arrival, as /waiting lists them. */
function useWaiting(): number {
  const live = useLive(observeWaiting)
  return (live.state === 'ready' && live.value && listMade(live.value.changes).length) || 0
}

/** How long the connection must hold before the screen stops saying that there is none (ms): an unstable one gives a single notice (reliability N8). */
const heldMs = 3000

/** What calls have found; a restored connection counts only once it has held. */
function useHeld(found: Reachability): Reachability {
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
  <PathLink path="/waiting" className={styles.act} aria-label={t('See what’s waiting to be sent')}>
    {t('See')}
  </PathLink>
)
