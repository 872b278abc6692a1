import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFinished } from '#contract/rules/ticket.ts'
import { wasConfirmed } from './just-placed.ts'
import { findShownAt, keepOrderVisit } from './order-visit.ts'
import { usePortal } from './portal-context.tsx'
import { clearOrderMarks } from './session-marks.ts'
import type { TicketState } from './ticket-store.ts'
import { useBackOnce, useHistoryVisit } from './use-history-visit.ts'

/** How long (ms) the tab that has just placed the order may take to navigate on its own. */
const graceMs = 300

/**
 * Where to go from a screen of the active order when there is none any more: to the confirmation if this very order was placed, in this tab, in another, or by
 * the restaurant's own round; otherwise home. Back after the submit also leads to the confirmation (reliability P8), and from there to the page before the
 * order: each step of checkout is an entry in the history, and Back would otherwise stay at the confirmation for as many presses. What is left of the placed
 * order, without lines and only with messages to read, does not count as an order: the confirmation leads to it. Undefined while there is an order.
 */
export function useOrderGone(ticket: TicketState): '/ordersubmit' | '/' | 'looking' | undefined {
  const { load } = usePortal()
  const { pathname } = useLocation()
  const { index, isBack, isOwn } = useHistoryVisit()
  const goBackFrom = useBackOnce()
  const [shown, setShown] = useState(() => findShownAt(index))
  const [to, setTo] = useState<'/ordersubmit' | '/' | 'stays'>()
  const ticketId = ticket.state === 'active' ? ticket.view.ticketId : undefined
  const isLeft =
    shown !== undefined &&
    ticket.state === 'active' &&
    ticketId === undefined &&
    ticket.view.lines.length === 0
  if (ticketId !== undefined && ticketId !== shown) setShown(ticketId)
  // While another page is loading, this one is still shown, and that history entry is not this one's.
  const isHere = pathname === '/ordercart' || pathname === '/ordercheckout'
  useEffect(() => {
    if (isHere && ticketId !== undefined) keepOrderVisit({ ticketId, index })
  }, [isHere, ticketId, index])
  const isGone =
    isLeft || ticket.state === 'none' || (ticket.state === 'active' && isFinished(ticket.view.status))
  useEffect(() => {
    if (!isGone || !isOwn) return undefined
    let current = true
    const look = async (): Promise<void> => {
      const placed = shown === undefined ? undefined : await (await load()).findLastPlaced()
      if (!current) return
      if (isLeft && placed?.ticketId !== shown) return setTo('stays')
      if (placed?.ticketId !== shown || shown === undefined)
        return void setTimeout(() => current && setTo('/'), graceMs)
      clearOrderMarks()
      if (!isBack || index === 0 || !wasConfirmed(shown)) return setTo('/ordersubmit')
      goBackFrom(index)
    }
    void look()
    return () => {
      current = false
    }
  }, [isGone, isLeft, shown, load, isOwn, index, isBack, goBackFrom])
  return !isGone || to === 'stays' ? undefined : (to ?? 'looking')
}
