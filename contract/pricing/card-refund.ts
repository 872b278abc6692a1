import type { Cents } from '../money.ts'
import type { CardRefundable } from '../schemas/staff-card.ts'

/**
 * The refund of an order for gift cards, computed the same for the staff's page and the server (docs/decisions/065-gift-cards-in-the-staffs-hands.md). All in
 * cents.
 */

export type PricedCardRefund = {
  /** What is taken off the cards: everything unspent. */
  faceCents: Cents
  /** What is refunded to the payment. */
  amountCents: Cents
  /** The part of the face value that a discount paid: nobody gets it. */
  discountCents: Cents
  /** The part of the amount that is postage. */
  shippingCents: Cents
}

const nothing: PricedCardRefund = { faceCents: 0, amountCents: 0, discountCents: 0, shippingCents: 0 }

/** Whether postage can be refunded: only if nothing of the order was spent. */
export const isShippingRefundable = ({
  face_cents: face,
  taken_cents: taken,
  unspent_cents: unspent,
  shipping_cents: shipping,
}: CardRefundable): boolean => shipping > 0 && taken + unspent === face

/**
 * The refund for the unspent part of an order. A discount is spread over the whole face value, so that a guest who spends some first and asks for the rest has
 * paid the same for each dollar; refunds in several steps sum to what was paid, to the cent. Never more than was paid and not yet refunded.
 */
export function priceCardRefund(
  order: CardRefundable,
  { shipping }: { shipping: boolean },
): PricedCardRefund {
  const { face_cents: face, discount_cents: discount, taken_cents: taken, unspent_cents: unspent } = order
  if (unspent <= 0) return nothing
  // The product of two sums may exceed what a number holds exactly.
  const soldFor = (faceCents: Cents): Cents =>
    Number((BigInt(face - discount) * BigInt(faceCents)) / BigInt(face))
  const paidCents = soldFor(taken + unspent) - soldFor(taken)
  const shippingCents = shipping && isShippingRefundable(order) ? order.shipping_cents : 0
  return {
    faceCents: unspent,
    amountCents: Math.min(order.left_cents, paidCents + shippingCents),
    discountCents: unspent - paidCents,
    shippingCents,
  }
}
