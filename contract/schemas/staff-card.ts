import * as z from 'zod/mini'
import { cardActReasons } from '../rules/card-acts.ts'
import { textFields } from '../rules/fields.ts'

/**
 * Gift cards as managers see them (`/staff/cards`; decision 065): by their last four digits alone. A card and an order are named by a reference of the staff's
 * own: a card's id is the link that a gift is given away with, an order's the link that shows its card. Amounts are cents, times ISO 8601 in UTC.
 */

const text = z.string()
const cents = z.int().check(z.gte(0))

export const StaffCardLine = z.object({
  reference: text,
  last_four: text,
  balance_cents: cents,
  status: text,
  /** What kind of card it is, in the restaurant's words. */
  description: text,
  created_at: text,
})
export type StaffCardLine = z.infer<typeof StaffCardLine>

export const StaffCardOrderLine = z.object({
  reference: text,
  /** As it stands on its receipt and in its emails. */
  order_number: z.optional(text),
  type: text,
  placed_at: text,
  buyer_name: text,
  buyer_email: text,
  /** To whom it goes, where it is somebody else. */
  recipient_name: text,
  recipient_email: text,
  paid_cents: cents,
})
export type StaffCardOrderLine = z.infer<typeof StaffCardOrderLine>

/** How many cards and how many orders are shown at first, and how many more each time; and the most that are ever asked for. */
export const foundPage = 20
export const maxFoundCards = 500
/** The same of what happened on a card. */
export const eventPage = 200

/** One of: a whole number; an email or a telephone number, which may come with last four digits; an order's id, or the number on its receipt. */
export const FindCardsBody = z.object({
  card_number: z.optional(text.check(z.maxLength(40))),
  last_four: z.optional(text.check(z.regex(/^\d{4}$/))),
  email: z.optional(text.check(z.maxLength(254))),
  phone: z.optional(text.check(z.maxLength(textFields.phone.maxLength))),
  order_id: z.optional(text.check(z.maxLength(400))),
  /** How many of each; `foundPage` where it is not said. */
  show: z.optional(z.int().check(z.gte(1), z.lte(maxFoundCards))),
})
export type FindCardsBody = z.infer<typeof FindCardsBody>
/** The newest first. `more`: there are cards or orders beyond those that were asked for. */
export const FoundCardsAnswer = z.object({
  cards: z.array(StaffCardLine),
  orders: z.array(StaffCardOrderLine),
  more: z.optional(z.boolean()),
})
export type FoundCardsAnswer = z.infer<typeof FoundCardsAnswer>

/** `staff`, or what a bank or the card provider has begun: `dispute` (`dispute_lost`: the bank has taken the money), `refund`. `lost`: of a dispute that took a part of the payment for good. */
export const StaffCardHold = z.object({
  cause: text,
  since: text,
  lost: z.optional(z.object({ taken_cents: cents, paid_cents: cents })),
})
export type StaffCardHold = z.infer<typeof StaffCardHold>

/** What happened on a card: money that moved (`money`, in words with its amount), or something that the staff or a bank did. */
export const StaffCardEvent = z.object({
  at: text,
  kind: text,
  words: text,
  amount_cents: z.optional(z.int()),
  cause: z.optional(text),
  reason: z.optional(text),
  note: z.optional(text),
})
export type StaffCardEvent = z.infer<typeof StaffCardEvent>

export const StaffCard = z.object({
  ...StaffCardLine.shape,
  /** Its last day (MM/DD/YYYY). */
  expires: z.optional(text),
  holds: z.array(StaffCardHold),
  /** Whose account it is in. */
  holder: z.optional(z.object({ name: text, email: text })),
  /** Where a new card would go: the holder's address, else where this one went. */
  email: z.optional(text),
  /** The card in its place, and the one in whose place it is. */
  replaced_by: z.optional(StaffCardLine),
  replaces: z.optional(StaffCardLine),
  /** The order that made it, and those that loaded it: the newest, and whether there are others. */
  orders: z.array(StaffCardOrderLine),
  more_orders: z.optional(z.boolean()),
  /** The newest first, and whether there are others. */
  events: z.array(StaffCardEvent),
  more_events: z.optional(z.boolean()),
})
export type StaffCard = z.infer<typeof StaffCard>
/** `events`: how many of what happened; `eventPage` where it is not said. */
export const StaffCardQuery = z.object({ events: z.optional(text.check(z.regex(/^[1-9]\d{0,3}$/))) })
export const StaffCardAnswer = z.object({ card: StaffCard })
export type StaffCardAnswer = z.infer<typeof StaffCardAnswer>

/** What of a card order can still go back (contract/pricing/card-refund.ts). */
export const CardRefundable = z.object({
  /** What its cards were made with, the discount on it, and what earlier refunds took off them. */
  face_cents: cents,
  discount_cents: cents,
  taken_cents: cents,
  /** What its cards still hold of it. */
  unspent_cents: cents,
  /** Postage that has not gone back. */
  shipping_cents: cents,
  /** What was paid and has not gone back. */
  left_cents: cents,
})
export type CardRefundable = z.infer<typeof CardRefundable>

export const StaffCardRefund = z.object({
  at: text,
  amount_cents: cents,
  /** One of the reasons; `provider`: given back in the card provider's own pages; `card_over`: by itself, for the card was void when the charge for its reload came. */
  reason: text,
  note: z.optional(text),
  /** The provider has taken it. */
  done_at: z.optional(text),
  /** As of a `RefundPart`. */
  failed_at: z.optional(text),
  by_hand: z.optional(z.boolean()),
  dispute: z.optional(z.enum(['open', 'lost'])),
})
export type StaffCardRefund = z.infer<typeof StaffCardRefund>

export const StaffCardOrder = z.object({
  ...StaffCardOrderLine.shape,
  /** What paid: `Visa ending in 4242`. Not there: nothing was paid, for it stands for another card. */
  paid_with: z.optional(text),
  /** The first twenty, and how many there are. */
  cards: z.array(StaffCardLine),
  card_count: z.int(),
  refunds: z.array(StaffCardRefund),
  /** Not there: nothing can go back, and why. */
  refundable: z.optional(CardRefundable),
  refund_problem: z.optional(text),
})
export type StaffCardOrder = z.infer<typeof StaffCardOrder>
export const StaffCardOrderAnswer = z.object({ order: StaffCardOrder })
export type StaffCardOrderAnswer = z.infer<typeof StaffCardOrderAnswer>

const act = {
  reason: z.enum(cardActReasons),
  note: z.optional(text.check(z.maxLength(200))),
}
export const CardActBody = z.object(act)
export type CardActBody = z.infer<typeof CardActBody>
/** `taken_cents`: what the staff saw that banks have taken of its payments, where that is not all of them: those holds end, too. Without it, theirs alone. */
export const ReleaseCardBody = z.object({ ...act, taken_cents: z.optional(z.int().check(z.gt(0))) })
export type ReleaseCardBody = z.infer<typeof ReleaseCardBody>
/** `amount_cents` is what the staff saw on the card: the server does it for that or not at all. */
export const VoidCardBody = z.object({ ...act, amount_cents: cents })
export type VoidCardBody = z.infer<typeof VoidCardBody>
/** `email`: where the new card goes. Of a card in an account, it is the account's, whatever is sent. */
export const ReissueCardBody = z.object({
  ...act,
  amount_cents: cents,
  email: text.check(z.maxLength(254)),
})
export type ReissueCardBody = z.infer<typeof ReissueCardBody>
/** `amount_cents` is what the staff saw going back. */
export const RefundCardOrderBody = z.object({
  ...act,
  amount_cents: z.int().check(z.gt(0)),
  shipping: z.boolean(),
})
export type RefundCardOrderBody = z.infer<typeof RefundCardOrderBody>
