import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findRefundable } from '#server/modules/tickets/refundable.ts'
import type { Ticket } from '#server/modules/tickets/ticket.ts'
import { findPromisedAt } from '#server/modules/tickets/promised-at.ts'
import { ticketOrderOf } from '#server/modules/tickets/view.ts'

/** An order as the staff see it: with their own notes on refunds, and what can still be refunded. */
export function staffViewOf(merchant: Merchant, ticket: Ticket, nowMs: number): KitchenOrder {
  const order = ticketOrderOf(merchant, { ...ticket, orderKey: undefined }, nowMs)
  const refundable = findRefundable(ticket)
  const cancelledBy = findCanceller(ticket)
  const promisedAt = findPromisedAt(merchant, ticket)
  return {
    ...order,
    ...(promisedAt !== undefined && { promised_at: new Date(promisedAt).toISOString() }),
    ...(order.refunds && {
      refunds: order.refunds.map((refund) => {
        const note = ticket.refunds.find(({ id }) => id === refund.id)?.note
        return { ...refund, ...(note !== undefined && { note }) }
      }),
    }),
    ...(refundable && { refundable }),
    ...disputeOf(ticket, order),
    ...(cancelledBy && { cancelled_by: cancelledBy }),
  }
}

/** The dispute state of its payments; `open` while any of them is. A payment taken whole by a bank has nothing left to refund. */
function disputeOf({ payments }: Ticket, order: TicketOrder): Pick<KitchenOrder, 'dispute' | 'taken_cents'> {
  const disputes = payments.flatMap(({ dispute }) => dispute ?? [])
  if (disputes.length === 0) return {}
  if (disputes.includes('open')) return { dispute: 'open' }
  const isAll = order.payments.some(({ dispute }) => dispute === 'lost')
  const takenCents = payments.reduce((sum, { lostCents = 0 }) => sum + lostCents, 0)
  return { dispute: 'lost', ...(!isAll && takenCents > 0 && { taken_cents: takenCents }) }
}

/** Who canceled an order; undefined where nobody did. */
export const findCanceller = ({ refunds }: Ticket): KitchenOrder['cancelled_by'] =>
  refunds.find(({ reason }) => reason === 'cancelled')?.by
