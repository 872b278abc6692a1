import { isClosed, isPaused } from '#contract/rules/order-pause.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { useNow } from '#lib/time/use-now.ts'

/** Why nothing can be added to the active order any more. */
export type ClosedOrder = 'being-checked' | 'paid' | 'paid-in-part'

/** Whether money on the active order, or on its way to it, closes it to more dishes, and how; undefined while it is open. */
export function findClosed(ticket: TicketState): ClosedOrder | undefined {
  if (ticket.state !== 'active') return undefined
  if (ticket.attempt) return 'being-checked'
  if (ticket.view.status === 'PaymentComplete') return 'paid'
  return holdsMoney(ticket.view.snapshot) ? 'paid-in-part' : undefined
}

/** The pause of new orders that runs by the device's clock, if one does; never in the page's own markup, which may be older. */
export function useRunningPause() {
  const pause = useLocationCopy()?.location.order_pause
  const now = useNow()
  return now !== undefined && isPaused(pause, now) ? pause : undefined
}

/** The same as `findClosed`, and that the kitchen is closed: a line that is there already can be changed all the same. */
export function useClosed(ticket: TicketState, isNew = true): ClosedOrder | 'closed' | undefined {
  const pause = useRunningPause()
  return findClosed(ticket) ?? (isNew && pause && isClosed(pause) ? 'closed' : undefined)
}
