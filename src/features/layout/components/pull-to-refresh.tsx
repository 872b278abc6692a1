import { t } from '#contract/language.ts'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isPayingPath } from '#lib/pwa/paying-paths.ts'
import { isBeingPaid } from '#lib/query/being-paid.ts'
import { useTicket } from '#lib/query/portal-context.tsx'
import { usePull } from '../use-pull.ts'
import styles from './pull-to-refresh.module.css'

/** Around checkout, which is left by its own buttons only, and where a dish is being chosen: that is kept nowhere. */
const stays = /^\/order(cart|submit|\/.*\/item)(\/|$)/

/** A finger that pulls the page down from its top loads it again (LH-17). Fingers only; a page that is scrolled, or covered by a window, is left alone. */
export default function PullToRefresh({ path }: { path: string }) {
  const mark = useRef<HTMLDivElement>(null)
  const isPaid = isBeingPaid(useTicket())
  const [ready, setReady] = useState(false)
  const [pulled, setPulled] = useState(false)
  usePull({
    // Nor where money is on its way.
    enabled: !stays.test(path) && !isPayingPath(path) && !isPaid,
    onPull(share) {
      setPulled(share > 0)
      setReady(share >= 1)
      if (mark.current)
        mark.current.style.transform = `translateY(${Math.round(Math.min(1, share) * 72)}px) rotate(${share >= 1 ? 180 : 0}deg)`
    },
    onRefresh: () => location.reload(),
  })
  // The browser's own pull would do the same a second time.
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
