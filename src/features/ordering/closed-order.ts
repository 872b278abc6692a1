import { isClosed, isPaused } from '#contract/rules/order-pause.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { useNow } from '#lib/time/use-now.ts'

/** Why nothing more can be added to the active order. */
export type ClosedOrder = 'being-checked' | 'paid' | 'paid-in-part'

/** Why the active order takes no more dishes, because money is on it or on its way to it; undefined while it is open. */
export function findClosed(ticket: TicketState): ClosedOrder | undefined {
  if (ticket.state !== 'active') return undefined
  if (ticket.attempt) return 'being-checked'
  if (ticket.view.status === 'PaymentComplete') return 'paid'
  return holdsMoney(ticket.view.snapshot) ? 'paid-in-part' : undefined
}

/** The pause of new orders that is in effect by the device's clock, if any. Never rendered into the page's markup, which may be older than the pause. */
export function useRunningPause() {
  const pause = useLocationCopy()?.location.order_pause
  const now = useNow()
  return now !== undefined && isPaused(pause, now) ? pause : undefined
}

/** Like `findClosed`, but also tells that the kitchen is closed. That stops only new lines (`isNew`): existing ones can still be changed. */
export function useClosed(ticket: TicketState, isNew = true): ClosedOrder | 'closed' | undefined {
  const pause = useRunningPause()
  return findClosed(ticket) ?? (isNew && pause && isClosed(pause) ? 'closed' : undefined)
}
