import type { Cents } from '../money.ts'
import type { CardRefundable } from '../schemas/staff-card.ts'

/** What goes back of an order for gift cards, once for the staff's page and the server (docs/decisions/065-gift-cards-in-the-staffs-hands.md). All in cents. */

export type PricedCardRefund = {
  /** What is taken off the cards: all that is unspent. */
  faceCents: Cents
  /** What goes back to what paid. */
  amountCents: Cents
  /** What of the face was a discount's, and is nobody's. */
  discountCents: Cents
  /** What of the amount is postage. */
  shippingCents: Cents
}

const nothing: PricedCardRefund = { faceCents: 0, amountCents: 0, discountCents: 0, shippingCents: 0 }

/** Whether postage can go back: nothing of the order was spent. */
export const isShippingRefundable = ({
  face_cents: face,
  taken_cents: taken,
  unspent_cents: unspent,
  shipping_cents: shipping,
}: CardRefundable): boolean => shipping > 0 && taken + unspent === face

/**
 * What the unspent part of an order comes to. A discount is shared over the whole face, so that whoever spends first and asks for the rest has paid the same for
 * each dollar; in whatever steps it goes back, the steps come to what was paid to the cent. Never more than was paid and has not gone back.
 */
export function priceCardRefund(
  order: CardRefundable,
  { shipping }: { shipping: boolean },
): PricedCardRefund {
  const { face_cents: face, discount_cents: discount, taken_cents: taken, unspent_cents: unspent } = order
  if (unspent <= 0) return nothing
  // The product of two sums may be more than a number holds exactly.
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
