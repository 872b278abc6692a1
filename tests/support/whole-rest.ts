import type { RefundChoice } from '#contract/pricing/refund.ts'
import type { Refundable } from '#contract/schemas/refund.ts'

/** The refund choice that covers all that is left of an order. */
export const wholeRest = ({ lines, delivery_cents, tip_cents }: Refundable): RefundChoice => ({
  lines: lines
    .filter(({ quantity, refunded }) => refunded < quantity)
    .map(({ index, quantity, refunded }) => ({ index, quantity: quantity - refunded })),
  delivery: delivery_cents > 0,
  tipCents: tip_cents,
})
