import { type PricedCardOrder, priceCardOrder } from '#contract/pricing/card-order.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount, type PromoPurchase } from '#server/modules/promo/rules.ts'
import { isPosted, type Order } from './order.ts'

/** What an order costs now, by `contract/pricing`; once it is paid, what it cost then. */
export function priceOf(merchant: Merchant, order: Order, nowMs: number): PricedCardOrder {
  const paidCents = order.payment?.amountCents ?? 0
  if (order.kept) return { ...order.kept, dueCents: Math.max(0, order.kept.totalCents - paidCents) }
  return priceCardOrder({
    items: order.items,
    discount: findDiscount(merchant, order.promoCode, purchaseOf(order), nowMs),
    shippingCents: isPosted(order.type) ? merchant.shippingCents : 0,
    paidCents,
  })
}

/** An order for gift cards, as the promo module sees it. */
export const purchaseOf = (order: Pick<Order, 'items'>): PromoPurchase => ({
  scope: 'gift_cards',
  subTotalCents: subTotalOf(order),
})

/** Cents before discount and shipping. */
export const subTotalOf = ({ items }: Pick<Order, 'items'>): number =>
  items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
