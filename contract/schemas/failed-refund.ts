import * as z from 'zod/mini'

/** Refunds that a guest's bank sent back, as managers see them (extension `failed_refunds`; docs/decisions/073-refunds-that-do-not-arrive.md). Times are ISO 8601 in UTC. */

const text = z.string()

export const FailedRefund = z.object({
  /** Its own until it is sent again: one that fails twice has two. */
  id: text,
  kind: z.enum(['order', 'card_order']),
  /** The order's number, or the number on the receipt of an order for gift cards. */
  about: text,
  /** Of an order: its id. */
  order_id: z.optional(text),
  /** Of an order for gift cards: the staff's reference. */
  reference: z.optional(text),
  amount_cents: z.int().check(z.gt(0)),
  /** What it was to go back to: `Visa ending in 4242`. */
  display_name: text,
  /** Whose it is; empty where they have been forgotten. */
  name: text,
  phone: text,
  email: text,
  /** A bank disputes what paid for it, or has taken some of it back itself. */
  dispute: z.optional(z.enum(['open', 'lost'])),
  /** When it was given back, and when the bank's answer came. */
  at: text,
  failed_at: text,
})
export type FailedRefund = z.infer<typeof FailedRefund>

/** How many are shown; the oldest first. */
export const maxFailedRefunds = 200

export const FailedRefundsAnswer = z.object({ refunds: z.array(FailedRefund) })
export type FailedRefundsAnswer = z.infer<typeof FailedRefundsAnswer>

/** `again`: the bank is asked once more. `by_hand`: the restaurant has paid it another way. `amount_cents` is what the staff saw. */
export const SettleRefundBody = z.object({
  how: z.enum(['again', 'by_hand']),
  amount_cents: z.int().check(z.gt(0)),
})
export type SettleRefundBody = z.infer<typeof SettleRefundBody>
