import * as z from 'zod/mini'

/**
 * Refunds that a guest's bank returned, as managers see them (extension `failed_refunds`; docs/decisions/073-refunds-that-do-not-arrive.md). Times are ISO 8601
 * in UTC.
 */

const text = z.string()

export const FailedRefund = z.object({
  /** Identifies this failure: a refund that is sent again and fails again has another one. */
  id: text,
  kind: z.enum(['order', 'card_order']),
  /** The order's number, or the number on the receipt of an order for gift cards. */
  about: text,
  /** The id of an order for food. */
  order_id: z.optional(text),
  /** The staff's reference of an order for gift cards. */
  reference: z.optional(text),
  amount_cents: z.int().check(z.gt(0)),
  /** Where it was to be refunded to: `Visa ending in 4242`. */
  display_name: text,
  /** The guest; empty once their data has been deleted. */
  name: text,
  phone: text,
  email: text,
  /** A bank disputes the payment, or has taken part of it back itself. */
  dispute: z.optional(z.enum(['open', 'lost'])),
  /** When it was refunded, and when the bank returned it. */
  at: text,
  failed_at: text,
})
export type FailedRefund = z.infer<typeof FailedRefund>

/** How many are shown; oldest first. */
export const maxFailedRefunds = 200

export const FailedRefundsAnswer = z.object({ refunds: z.array(FailedRefund) })
export type FailedRefundsAnswer = z.infer<typeof FailedRefundsAnswer>

/** `again`: the bank is tried once more. `by_hand`: the restaurant has paid it another way. `amount_cents` is what the staff saw. */
export const SettleRefundBody = z.object({
  how: z.enum(['again', 'by_hand']),
  amount_cents: z.int().check(z.gt(0)),
})
export type SettleRefundBody = z.infer<typeof SettleRefundBody>
