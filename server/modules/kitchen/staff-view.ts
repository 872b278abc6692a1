import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findRefundable } from '#server/modules/tickets/refundable.ts'
import type { Ticket } from '#server/modules/tickets/ticket.ts'
import { findPromisedAt } from '#server/modules/tickets/promised-at.ts'
import { ticketOrderOf } from '#server/modules/tickets/view.ts'

/** An order as the staff see it: with their own words about money that went back, and what still can. */
export function staffViewOf(merchant: Merchant, ticket: Ticket, nowMs: number): KitchenOrder {
  const order = ticketOrderOf(merchant, { ...ticket, orderKey: undefined }, nowMs)
  const refundable = findRefundable(ticket)
  const cancelledBy = findCanceller(ticket)
  const dispute = ticket.payments.find((payment) => payment.dispute !== undefined)?.dispute
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
    ...(dispute && { dispute }),
    ...(cancelledBy && { cancelled_by: cancelledBy }),
  }
}

/** Who cancelled an order; undefined where nobody did. */
export const findCanceller = ({ refunds }: Ticket): KitchenOrder['cancelled_by'] =>
  refunds.find(({ reason }) => reason === 'cancelled')?.by
