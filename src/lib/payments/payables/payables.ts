import type { PayableKind } from '#contract/payables.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { type CardOrderDone, cardOrderPayable } from './card-order.ts'
import type { Payable } from './payable.ts'
import { type PostedOrderDone, postedOrderPayable } from './posted-order.ts'
import { type TicketDone, ticketPayable } from './ticket.ts'

/** The result of a payment, by the kind of payable. */
export type Done = { ticket: TicketDone; 'card-order': CardOrderDone; 'posted-order': PostedOrderDone }

/** An attempt on a payable of one kind. */
export type AttemptOn<K extends PayableKind> = Extract<AttemptRow, { payable: K }>

const payables: { [K in PayableKind]: Payable<AttemptOn<K>, Done[K]> } = {
  ticket: ticketPayable,
  'card-order': cardOrderPayable,
  'posted-order': postedOrderPayable,
}

/** The payable of an attempt, or undefined for a damaged row. */
export const findPayable = <K extends PayableKind>(
  row: AttemptOn<K>,
): Payable<AttemptOn<K>, Done[K]> | undefined =>
  payables[row.payable as K] as Payable<AttemptOn<K>, Done[K]> | undefined
