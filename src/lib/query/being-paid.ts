import type { TicketState } from './ticket-store.ts'

/** True while the active order is being paid, in this window or another: until the outcome is known, every window stays as it is. */
export const isBeingPaid = (ticket: TicketState): boolean =>
  ticket.state === 'active' && (ticket.attempt !== undefined || ticket.view.status === 'PaymentComplete')
