import type { Cents } from '../money.ts'
import { lineTotalCents } from './line.ts'
import { type Discount, discountCentsOf } from './ticket.ts'

export type CardOrderToPrice = {
  items: readonly { priceCents: Cents; quantity: number }[]
  discount?: Discount | undefined
  /** Of a mailed order; 0 for all others. */
  shippingCents: Cents
  /** What has been paid so far. */
  paidCents: Cents
}

export type PricedCardOrder = {
  subTotalCents: Cents
  discountCents: Cents
  shippingCents: Cents
  totalCents: Cents
  dueCents: Cents
}

/**
 * The price of an order for gift cards, computed the same on both sides: the discount reduces the subtotal, never below zero; shipping is charged once per
 * order and only when there is something to mail. Gift cards are not taxed: what they buy is. All in cents.
 */
export function priceCardOrder({
  items,
  discount,
  shippingCents,
  paidCents,
}: CardOrderToPrice): PricedCardOrder {
  const subTotalCents = items.reduce(
    (sum, { priceCents, quantity }) => sum + lineTotalCents(priceCents, quantity),
    0,
  )
  const discountCents = Math.min(subTotalCents, discountCentsOf(subTotalCents, discount))
  const shipping = items.length > 0 ? shippingCents : 0
  const totalCents = subTotalCents - discountCents + shipping
  return {
    subTotalCents,
    discountCents,
    shippingCents: shipping,
    totalCents,
    dueCents: Math.max(0, totalCents - paidCents),
  }
}
