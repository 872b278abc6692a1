import { type PricedRefund, priceRefund, type RefundChoice } from '#contract/pricing/refund.ts'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { Refundable } from '#contract/schemas/refund.ts'

/** What the staff choose to give back of an order. */
export type Chosen = {
  /** How many of a line, by its index. */
  quantities: Readonly<Record<number, number>>
  delivery: boolean
  tip: boolean
}

export const nothingChosen: Chosen = { quantities: {}, delivery: false, tip: false }

/** All that is left. */
export const everything = ({ lines, delivery_cents, tip_cents }: Refundable): Chosen => ({
  quantities: Object.fromEntries(lines.map(({ index, quantity, refunded }) => [index, quantity - refunded])),
  delivery: delivery_cents > 0,
  tip: tip_cents > 0,
})

/** Whether any money of an order can still go back. */
export const isRefundable = ({ refundable }: KitchenOrder): boolean =>
  refundable?.tenders.some(({ order_cents, tip_cents }) => order_cents + tip_cents > 0) === true

/** A choice as it is computed and sent; of what went back meanwhile it asks for no more than is left. */
export const choiceOf = ({ lines, tip_cents }: Refundable, chosen: Chosen): RefundChoice => ({
  lines: lines
    .map(({ index, quantity, refunded }) => ({
      index,
      quantity: Math.min(chosen.quantities[index] ?? 0, quantity - refunded),
    }))
    .filter(({ quantity }) => quantity > 0),
  delivery: chosen.delivery,
  tipCents: chosen.tip ? tip_cents : 0,
})

/** What a choice comes to, and where it goes. */
export const priceChosen = (order: Refundable, chosen: Chosen): PricedRefund =>
  priceRefund(order, choiceOf(order, chosen))
