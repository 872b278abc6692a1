import * as z from 'zod/mini'
import { maximumLineQuantity } from '../rules/quantity.ts'

/** Extension `refunds`: what of a placed order went back, where to and when (docs/decisions/059-money-that-goes-back.md). */

/** Why money goes back, as the staff choose it and the guest is told it. */
export const refundReasons = ['missing', 'wrong', 'quality', 'late', 'sold_out', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

const text = z.string()
const cents = z.int().check(z.gte(0))

/**
 * The tenders that money goes back to, in the order in which it does: gift cards, whose guest has it at once, then payment cards, whose bank takes days.
 */
export const refundOrder = ['card', 'credit_card'] as const
export type RefundableTender = (typeof refundOrder)[number]

/** What money goes back to. One that an older portal does not know goes by its name. */
export const BackTo = z.catch(z.enum(refundOrder), 'credit_card')

/**
 * What one tender got back. `done_at` (ISO time): it is there, or its bank has been told; not there: it is on its way to the bank. `failed_at`, of what is
 * not done: its bank has sent it back, and the restaurant owes it. `by_hand`: the restaurant has paid it another way. `dispute`: the
 * card's bank is looking into the payment, and nothing goes back before it has decided, or it has taken the money for the cardholder.
 */
export const RefundPart = z.object({
  display_name: text,
  tender_type: BackTo,
  /** Currency text, what is the tip's included. */
  amount: text,
  done_at: z.optional(text),
  failed_at: z.optional(text),
  by_hand: z.optional(z.boolean()),
  dispute: z.optional(z.enum(['open', 'lost'])),
})
export type RefundPart = z.infer<typeof RefundPart>

export const OrderRefund = z.object({
  id: text,
  /** ISO time; `display` is the location's own, MM/DD/YYYY and `h:mma`. */
  at: text,
  display: text,
  /** Currency text. */
  amount: text,
  /** `cancelled`: the rest, when the order was cancelled. Else one of `refundReasons`; one that is not known is not told. */
  reason: text,
  /** Which dishes, and how many of each; empty where it was none, or everything. */
  items: z.array(z.object({ index: z.int(), name: text, quantity: z.int() })),
  /** Currency text: what of it is the tip's, and the delivery's. */
  tip: text,
  delivery: text,
  /** In the order in which they are given back. */
  parts: z.array(RefundPart),
  /** The reward on it went back to its member, too. */
  reward_back: z.optional(z.boolean()),
  /** A reward that the points of what went back had reached was taken back. Of a cancelled order its message says so. */
  reward_gone: z.optional(z.boolean()),
  /** The staff's own words, told to the staff alone. */
  note: z.optional(text),
})
export type OrderRefund = z.infer<typeof OrderRefund>

/** What of an order for gift cards went back. Why is the restaurant's and the cards' business: a reason may speak of whoever they were given to. */
export const CardOrderRefund = z.pick(OrderRefund, {
  id: true,
  at: true,
  display: true,
  amount: true,
  parts: true,
})
export type CardOrderRefund = z.infer<typeof CardOrderRefund>

/** What of an order can still go back, in cents: for the staff, whose page and server compute by it (contract/pricing/refund.ts). */
export const Refundable = z.object({
  lines: z.array(
    z.object({
      index: z.int(),
      /** As ordered, and how many of them have gone back. */
      quantity: z.int().check(z.gte(1)),
      refunded: cents,
      /** The whole line, its tax and its share of the discounts counted; and without the tax, which is what points were earned by. */
      cents,
      earned_cents: cents,
    }),
  ),
  /** What is left of the delivery, its tax counted, and of the tip. */
  delivery_cents: cents,
  tip_cents: cents,
  /** What each tender has paid and not got back, in the order in which they paid. */
  tenders: z.array(
    z.object({
      id: text,
      display_name: text,
      tender_type: z.enum(refundOrder),
      order_cents: cents,
      tip_cents: cents,
      /** A guest's bank disputes it, or has taken of it: no part goes back to it from here. */
      dispute: z.optional(z.enum(['open', 'lost'])),
      /** What of it the bank has taken for good: that is with the guest. The rest goes back when the order is cancelled. */
      lost_cents: z.optional(cents),
    }),
  ),
})
export type Refundable = z.infer<typeof Refundable>

/** What is to go back. `amount` (dollars) is what the staff saw; the server gives back that or nothing. */
export const RefundBody = z.object({
  lines: z
    .array(z.object({ index: z.int(), quantity: z.int().check(z.gte(1), z.lte(maximumLineQuantity)) }))
    .check(z.maxLength(100)),
  delivery: z.boolean(),
  /** Dollars. */
  tip: z.number().check(z.gte(0), z.lte(10_000)),
  amount: z.number().check(z.gt(0), z.lte(100_000)),
  reason: z.enum(refundReasons),
  note: z.optional(z.string().check(z.maxLength(200))),
})
export type RefundBody = z.infer<typeof RefundBody>
