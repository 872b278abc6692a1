import { holdsMoney } from '#contract/rules/ticket.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'

/** Why nothing can be added to the active order any more. */
export type ClosedOrder = 'being-checked' | 'paid' | 'paid-in-part'

/** Whether money on the active order, or on its way to it, closes it to more dishes, and how; undefined while it is open. */
export function findClosed(ticket: TicketState): ClosedOrder | undefined {
  if (ticket.state !== 'active') return undefined
  if (ticket.attempt) return 'being-checked'
  if (ticket.view.status === 'PaymentComplete') return 'paid'
  return holdsMoney(ticket.view.snapshot) ? 'paid-in-part' : undefined
}
