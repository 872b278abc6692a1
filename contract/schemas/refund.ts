import * as z from 'zod/mini'
import { maximumLineQuantity } from '../rules/quantity.ts'

/** Extension `refunds`: the refunds of a placed order, with where to and when (docs/decisions/059-money-that-goes-back.md). */

/** The reasons for a refund that staff choose from and guests are told. */
export const refundReasons = ['missing', 'wrong', 'quality', 'late', 'sold_out', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

const text = z.string()
const cents = z.int().check(z.gte(0))

/**
 * The tenders that can be refunded, in the order of refunding: gift cards first, because the guest has that money at once, then payment cards, whose banks take
 * days.
 */
export const refundOrder = ['card', 'credit_card'] as const
export type RefundableTender = (typeof refundOrder)[number]

/** The tender that is refunded. A newer type that this portal does not know is shown by its name. */
export const BackTo = z.catch(z.enum(refundOrder), 'credit_card')

/**
 * The refund to one tender. `done_at` (ISO time): it has arrived, or the bank was instructed; missing: it is on its way to the bank. `failed_at`, if it is not
 * done: the bank returned it, and the restaurant owes it. `by_hand`: the restaurant has paid it another way. `dispute`: the card's bank is looking into the
 * payment, and nothing can be refunded before it decides, or it has taken the money for the cardholder. `card_void`: the gift card was void when it got the
 * money, so that nobody can use it until the restaurant has moved it to a new card. `card_held`: the gift card with the money is on hold now.
 */
export const RefundPart = z.object({
  display_name: text,
  tender_type: BackTo,
  /** Currency text, including the tip's part. */
  amount: text,
  done_at: z.optional(text),
  failed_at: z.optional(text),
  by_hand: z.optional(z.boolean()),
  dispute: z.optional(z.enum(['open', 'lost'])),
  card_void: z.optional(z.boolean()),
  card_held: z.optional(z.boolean()),
})
export type RefundPart = z.infer<typeof RefundPart>

export const OrderRefund = z.object({
  id: text,
  /** ISO time; `display` is in the location's zone, MM/DD/YYYY and `h:mma`. */
  at: text,
  display: text,
  /** Currency text. */
  amount: text,
  /** `cancelled`: the rest, when the order was cancelled. Otherwise one of `refundReasons`; an unknown one is not shown. */
  reason: text,
  /** Which dishes, and how many of each; empty where it was no dish, or everything. */
  items: z.array(z.object({ index: z.int(), name: text, quantity: z.int() })),
  /** Currency text: the parts for the tip and for the delivery. */
  tip: text,
  delivery: text,
  /** In the order in which they are refunded. */
  parts: z.array(RefundPart),
  /** Its reward was also returned to the member. */
  reward_back: z.optional(z.boolean()),
  /** A reward that the points of the refunded part had reached was taken back. For a cancelled order, its message says so. */
  reward_gone: z.optional(z.boolean()),
  /** The staff's own note, shown only to staff. */
  note: z.optional(text),
})
export type OrderRefund = z.infer<typeof OrderRefund>

/** The refunds of an order for gift cards. The reason stays with the restaurant and the cards: it may be about the person who got them. */
export const CardOrderRefund = z.pick(OrderRefund, {
  id: true,
  at: true,
  display: true,
  amount: true,
  parts: true,
})
export type CardOrderRefund = z.infer<typeof CardOrderRefund>

/** What can still be refunded of an order, in cents: for staff, whose page and server compute with it (contract/pricing/refund.ts). */
export const Refundable = z.object({
  lines: z.array(
    z.object({
      index: z.int(),
      /** As ordered, and how many of them were refunded. */
      quantity: z.int().check(z.gte(1)),
      refunded: cents,
      /** The whole line, with tax and its share of the discounts; and the same without tax, which is what points were earned by. */
      cents,
      earned_cents: cents,
    }),
  ),
  /** What is left of the delivery, with its tax, and of the tip. */
  delivery_cents: cents,
  tip_cents: cents,
  /** What each tender has paid and not got back, in the order in which they paid. */
  tenders: z.array(
    z.object({
      id: text,
      /** Of a gift card: the one that would get the money, itself or its replacement. `card_void`: that one is void. */
      display_name: text,
      card_void: z.optional(z.boolean()),
      tender_type: z.enum(refundOrder),
      order_cents: cents,
      tip_cents: cents,
      /** A guest's bank disputes it, or has taken part of it: no partial refund to it can be made here. */
      dispute: z.optional(z.enum(['open', 'lost'])),
      /** What the bank has taken for good, which the guest has. The rest is refunded when the order is cancelled. */
      lost_cents: z.optional(cents),
    }),
  ),
})
export type Refundable = z.infer<typeof Refundable>

/**
 * What to refund. `amount` (dollars) is what the staff saw; the server refunds exactly that or nothing. `left` (dollars) is what they saw that was still
 * refundable of the whole order: another sum means that somebody refunded some of it meanwhile, perhaps the same dish. Older pages send none.
 */
export const RefundBody = z.object({
  lines: z
    .array(z.object({ index: z.int(), quantity: z.int().check(z.gte(1), z.lte(maximumLineQuantity)) }))
    .check(z.maxLength(100)),
  delivery: z.boolean(),
  /** Dollars. */
  tip: z.number().check(z.gte(0), z.lte(10_000)),
  amount: z.number().check(z.gt(0), z.lte(100_000)),
  left: z.optional(z.number().check(z.gt(0), z.lte(100_000))),
  reason: z.enum(refundReasons),
  note: z.optional(z.string().check(z.maxLength(200))),
})
export type RefundBody = z.infer<typeof RefundBody>
