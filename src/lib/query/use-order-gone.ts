import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFinished } from '#contract/rules/ticket.ts'
import { findShownAt, keepOrderVisit } from './order-visit.ts'
import { usePortal } from './portal-context.tsx'
import { clearOrderMarks } from './session-marks.ts'
import type { TicketState } from './ticket-store.ts'

/** As long as this (ms) the tab that has just placed the order is given to lead on by itself. */
const graceMs = 300

/**
 * Where to go from a screen of the active order when there is none any more: to the confirmation when it was this very order that was placed, in this tab,
 * in another, or by the restaurant's own round; else home. Back after the submit leads to the confirmation, too (reliability P8). What is left to be read of the
 * one that was placed, with nothing on it, is no order: the confirmation leads to it. Undefined while there is one.
 */
export function useOrderGone(ticket: TicketState): '/ordersubmit' | '/' | 'looking' | undefined {
  const { load } = usePortal()
  const { pathname, state } = useLocation()
  const index = state.__TSR_index
  const [shown, setShown] = useState(() => findShownAt(index))
  const [to, setTo] = useState<'/ordersubmit' | '/' | 'stays'>()
  const ticketId = ticket.state === 'active' ? ticket.view.ticketId : undefined
  const isLeft =
    shown !== undefined &&
    ticket.state === 'active' &&
    ticketId === undefined &&
    ticket.view.lines.length === 0
  if (ticketId !== undefined && ticketId !== shown) setShown(ticketId)
  // On the way to another page this one still stands, and that visit is not its own.
  const isHere = pathname === '/ordercart' || pathname === '/ordercheckout'
  useEffect(() => {
    if (isHere && ticketId !== undefined) keepOrderVisit({ ticketId, index })
  }, [isHere, ticketId, index])
  const isGone =
    isLeft || ticket.state === 'none' || (ticket.state === 'active' && isFinished(ticket.view.status))
  useEffect(() => {
    if (!isGone) return undefined
    let current = true
    const look = async (): Promise<void> => {
      const placed = shown === undefined ? undefined : await (await load()).findLastPlaced()
      if (!current) return
      if (isLeft && placed?.ticketId !== shown) return setTo('stays')
      if (placed?.ticketId !== shown || shown === undefined)
        return void setTimeout(() => current && setTo('/'), graceMs)
      clearOrderMarks()
      setTo('/ordersubmit')
    }
    void look()
    return () => {
      current = false
    }
  }, [isGone, isLeft, shown, load])
  return !isGone || to === 'stays' ? undefined : (to ?? 'looking')
}
