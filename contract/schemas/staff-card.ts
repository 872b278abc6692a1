import * as z from 'zod/mini'
import { cardActReasons } from '../rules/card-acts.ts'
import { textFields } from '../rules/fields.ts'

/**
 * Gift cards as managers see them (`/staff/cards`; decision 065): with only their last four digits. Cards and orders are identified by references of the
 * staff's own: a card's id is the link that gives the card away, and an order's id is the link that shows its card. Amounts are cents, times ISO 8601 in UTC.
 */

const text = z.string()
const cents = z.int().check(z.gte(0))

export const StaffCardLine = z.object({
  reference: text,
  last_four: text,
  balance_cents: cents,
  status: text,
  /** The kind of card, in the restaurant's words. */
  description: text,
  created_at: text,
})
export type StaffCardLine = z.infer<typeof StaffCardLine>

export const StaffCardOrderLine = z.object({
  reference: text,
  /** As on its receipt and in its emails. */
  order_number: z.optional(text),
  type: text,
  placed_at: text,
  buyer_name: text,
  buyer_email: text,
  /** The recipient, where it is not the buyer. */
  recipient_name: text,
  recipient_email: text,
  paid_cents: cents,
})
export type StaffCardOrderLine = z.infer<typeof StaffCardOrderLine>

/** How many cards and orders are shown at first and added each time, and the maximum of a request. */
export const foundPage = 20
export const maxFoundCards = 500
/** The same for a card's events. */
export const eventPage = 200

/** One of: a full card number; an email or a phone number, which may be combined with last four digits; an order's id, or the number on its receipt. */
export const FindCardsBody = z.object({
  card_number: z.optional(text.check(z.maxLength(40))),
  last_four: z.optional(text.check(z.regex(/^\d{4}$/))),
  email: z.optional(text.check(z.maxLength(254))),
  phone: z.optional(text.check(z.maxLength(textFields.phone.maxLength))),
  order_id: z.optional(text.check(z.maxLength(400))),
  /** How many of each; default `foundPage`. */
  show: z.optional(z.int().check(z.gte(1), z.lte(maxFoundCards))),
})
export type FindCardsBody = z.infer<typeof FindCardsBody>
/** Newest first. `more`: there are more cards or orders than were requested. */
export const FoundCardsAnswer = z.object({
  cards: z.array(StaffCardLine),
  orders: z.array(StaffCardOrderLine),
  more: z.optional(z.boolean()),
})
export type FoundCardsAnswer = z.infer<typeof FoundCardsAnswer>

/**
 * `staff`, or what a bank or the card provider has started: `dispute` (`dispute_lost`: the bank has taken the money), `refund`. `lost`: a dispute that took
 * part of the payment for good.
 */
export const StaffCardHold = z.object({
  cause: text,
  since: text,
  lost: z.optional(z.object({ taken_cents: cents, paid_cents: cents })),
})
export type StaffCardHold = z.infer<typeof StaffCardHold>

/** A card's event: money that moved (`money`, in words with its amount), or an action of the staff or a bank. */
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
  /** Its last valid day (MM/DD/YYYY). */
  expires: z.optional(text),
  holds: z.array(StaffCardHold),
  /** The owner of the account that it is in. */
  holder: z.optional(z.object({ name: text, email: text })),
  /** Where a new card would be sent: the holder's address, or else where this one was sent. */
  email: z.optional(text),
  /** The card that replaced it, and the card that it replaced. */
  replaced_by: z.optional(StaffCardLine),
  replaces: z.optional(StaffCardLine),
  /** The order that made it, and those that reloaded it: the newest ones, and whether there are more. */
  orders: z.array(StaffCardOrderLine),
  more_orders: z.optional(z.boolean()),
  /** Newest first, and whether there are more. */
  events: z.array(StaffCardEvent),
  more_events: z.optional(z.boolean()),
})
export type StaffCard = z.infer<typeof StaffCard>
/** `events`: how many events; default `eventPage`. */
export const StaffCardQuery = z.object({ events: z.optional(text.check(z.regex(/^[1-9]\d{0,3}$/))) })
export const StaffCardAnswer = z.object({ card: StaffCard })
export type StaffCardAnswer = z.infer<typeof StaffCardAnswer>

/** What can still be refunded of a card order (contract/pricing/card-refund.ts). */
export const CardRefundable = z.object({
  /** The face value of its cards, the discount on it, and what earlier refunds took off the cards. */
  face_cents: cents,
  discount_cents: cents,
  taken_cents: cents,
  /** What its cards still hold of it. */
  unspent_cents: cents,
  /** Postage that was not refunded yet. */
  shipping_cents: cents,
  /** What was paid and not refunded yet. */
  left_cents: cents,
})
export type CardRefundable = z.infer<typeof CardRefundable>

export const StaffCardRefund = z.object({
  at: text,
  amount_cents: cents,
  /**
   * One of the reasons; `provider`: refunded in the card provider's own dashboard; `card_over`: automatic, because the card was void when the charge for its
   * reload arrived.
   */
  reason: text,
  note: z.optional(text),
  /** When the provider accepted it. */
  done_at: z.optional(text),
  /** As in a `RefundPart`. */
  failed_at: z.optional(text),
  by_hand: z.optional(z.boolean()),
  dispute: z.optional(z.enum(['open', 'lost'])),
})
export type StaffCardRefund = z.infer<typeof StaffCardRefund>

export const StaffCardOrder = z.object({
  ...StaffCardOrderLine.shape,
  /** What paid: `Visa ending in 4242`. Missing: nothing was paid, because it replaces another card. */
  paid_with: z.optional(text),
  /** The first twenty, and how many there are. */
  cards: z.array(StaffCardLine),
  card_count: z.int(),
  refunds: z.array(StaffCardRefund),
  /** Missing: nothing can be refunded, with the reason in `refund_problem`. */
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
/**
 * `taken_cents`: the amount that the staff saw that banks have taken of its payments, where that is only part of them: those holds end, too. Without it, only
 * the staff's own holds end.
 */
export const ReleaseCardBody = z.object({ ...act, taken_cents: z.optional(z.int().check(z.gt(0))) })
export type ReleaseCardBody = z.infer<typeof ReleaseCardBody>
/** `amount_cents` is the balance that the staff saw: the server voids exactly that or nothing. */
export const VoidCardBody = z.object({ ...act, amount_cents: cents })
export type VoidCardBody = z.infer<typeof VoidCardBody>
/** `email`: where the new card is sent. For a card in an account, the account's email is used, whatever is sent. */
export const ReissueCardBody = z.object({
  ...act,
  amount_cents: cents,
  email: text.check(z.maxLength(254)),
})
export type ReissueCardBody = z.infer<typeof ReissueCardBody>
/** `amount_cents` is the refund that the staff saw. */
export const RefundCardOrderBody = z.object({
  ...act,
  amount_cents: z.int().check(z.gt(0)),
  shipping: z.boolean(),
})
export type RefundCardOrderBody = z.infer<typeof RefundCardOrderBody>
