import { useEffect } from 'react'
import { RedirectTo } from '#lib/paint/redirect-to.tsx'
import { type HistoryVisit, useBackOnce } from '#lib/query/use-history-visit.ts'

/**
 * Leads on from a screen of the cart when there is none: to the form that begins one. Who comes back to it by Back goes on to the page before it instead: each
 * step of the checkout is a visit of its own, and Back from the thanks would stay at that form as many times.
 */
export function NoCart({ visit: { index, isBack, isOwn } }: { visit: HistoryVisit }) {
  const goBackFrom = useBackOnce()
  const passes = isBack && index > 0
  useEffect(() => {
    if (passes && isOwn) goBackFrom(index)
  }, [passes, isOwn, index, goBackFrom])
  return passes ? null : <RedirectTo to="/physicalcards" />
}
