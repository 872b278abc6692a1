import type { Refundable } from '#contract/schemas/refund.ts'
import { takenByBank } from './disputed-payments.ts'
import { partsOfKept } from './price.ts'
import { listUnreturned } from './refund-rows.ts'
import { takeOf, totalOf } from './shares.ts'
import type { Ticket } from './ticket.ts'

/**
 * What can still be refunded of a placed ticket (contract/pricing/refund.ts), in cents; undefined where nothing can, because it is not placed or was canceled.
 */
export function findRefundable(ticket: Ticket): Refundable | undefined {
  const { kept, lines, refunds } = ticket
  if (!kept || ticket.name === '' || ticket.status === 'Cancelled') return undefined
  const sum = (of: (refund: (typeof refunds)[number]) => number): number =>
    refunds.reduce((all, refund) => all + of(refund), 0)
  const { lines: shares, delivery } = partsOfKept(ticket, kept)
  return {
    lines: lines.map(({ index, quantity }) => {
      const { subTotalCents, discountCents, taxCents } = shares.find((share) => share.index === index)!
      return {
        index,
        quantity,
        // On orders from before this was checked, a dish may have been refunded twice.
        refunded: Math.min(
          quantity,
          sum((refund) =>
            refund.lines.reduce((all, line) => all + (line.index === index ? line.quantity : 0), 0),
          ),
        ),
        cents: subTotalCents - discountCents + taxCents,
        earned_cents: subTotalCents - discountCents,
      }
    }),
    delivery_cents: delivery.subTotalCents + delivery.taxCents - sum(({ deliveryCents }) => deliveryCents),
    tip_cents: (kept.tipCents ?? ticket.tipCents) - sum(({ tipCents }) => tipCents),
    tenders: listUnreturned(ticket).map((payment) => {
      const lostCents = totalOf(takeOf(payment, takenByBank(payment, refunds)))
      return {
        id: payment.id,
        display_name: payment.backTo?.displayName ?? payment.displayName,
        tender_type: payment.tenderType,
        order_cents: payment.nonTipCents,
        tip_cents: payment.tipCents,
        ...(payment.dispute && { dispute: payment.dispute }),
        ...(lostCents > 0 && { lost_cents: lostCents }),
        ...(payment.backTo?.isVoid && { card_void: true }),
      }
    }),
  }
}
