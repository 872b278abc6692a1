import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import type { HistoryVisit } from '#lib/query/use-history-visit.ts'

/**
 * Leads on from a screen of the cart when there is none: to the form that begins one. Who comes back to it by Back goes on to the page before it instead: each
 * step of the checkout is a visit of its own, and Back from the thanks would stay at that form as many times.
 */
export function NoCart({ visit: { index, isBack, isOwn } }: { visit: HistoryVisit }) {
  const { history } = useRouter()
  const leftFrom = useRef<number>(undefined)
  const passes = isBack && index > 0
  useEffect(() => {
    if (!passes || !isOwn || leftFrom.current === index) return
    leftFrom.current = index
    history.back()
  }, [passes, isOwn, index, history])
  return passes ? null : <RedirectTo to="/physicalcards" />
}
