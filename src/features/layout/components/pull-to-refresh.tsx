import { t } from '#contract/language.ts'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { usePull } from '../use-pull.ts'
import styles from './pull-to-refresh.module.css'

/** Pages that must not be reloaded: around checkout, which has its own buttons to leave, and where a dish is being chosen, which is not stored anywhere. */
const stays = /^\/order(cart|submit|\/.*\/item)(\/|$)/

/** Pulling the page down from its top with a finger reloads it (LH-17). Not with a mouse, and not on a page that is scrolled or covered by a dialog. */
export default function PullToRefresh({ path }: { path: string }) {
  const mark = useRef<HTMLDivElement>(null)
  const isPaid = isBeingPaid(useTicket())
  const [ready, setReady] = useState(false)
  const [pulled, setPulled] = useState(false)
  usePull({
    // Nor while a payment is in progress.
    enabled: !stays.test(path) && !isPayingPath(path) && !isPaid,
    onPull(share) {
      setPulled(share > 0)
      setReady(share >= 1)
      if (mark.current)
        mark.current.style.transform = `translateY(${Math.round(Math.min(1, share) * 72)}px) rotate(${share >= 1 ? 180 : 0}deg)`
    },
    onRefresh: () => location.reload(),
  })
  // The browser's own pull-to-refresh would do the same a second time.
  useEffect(() => {
    document.documentElement.style.overscrollBehaviorY = 'contain'
    return () => void (document.documentElement.style.overscrollBehaviorY = '')
  }, [])
  return (
    <div className={styles.place} data-pulled={pulled || undefined}>
      <div ref={mark} className={styles.mark}>
        <ArrowDown aria-hidden size={22} />
      </div>
      <p className="visually-hidden" role="status">
        {ready ? t('Let go to load the page again') : ''}
      </p>
    </div>
  )
}
