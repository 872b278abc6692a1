import * as z from 'zod/mini'
import { type TextField, textFields } from '../rules/fields.ts'
import { CardProgram } from './card.ts'
import { promoExtension } from './discount.ts'
import { GiftDesign } from './gift-design.ts'
import { CardOrderRefund } from './refund.ts'

/** Buying, reloading and sending gift cards: specification §3 *Card order*, *Card order item*, *Program*; §7 *Cards and payment*. */

const text = z.string()
const field = (name: TextField) => z.optional(limited(textFields[name].maxLength))
const limited = (maximum: number) => text.check(z.maxLength(maximum))
/** Dollars, two decimals at most (checked when converted to cents). */
const dollars = z.number().check(z.gte(0), z.lte(10_000))

export const cardOrderTypes = ['Purchase', 'Reload', 'SendText', 'SendEmail', 'SendPhysical'] as const
export type CardOrderType = (typeof cardOrderTypes)[number]

/** `amount` is set where a program has a fixed amount: currency text. */
export const Program = z.extend(CardProgram, { amount: z.optional(text) })
export type Program = z.infer<typeof Program>
/** `designs` is extension `gift_designs`: the designs to choose from for a card that is bought or sent, the default first. */
export const ProgramsAnswer = z.object({
  programs: z.array(Program),
  designs: z.optional(z.array(GiftDesign)),
})
export type ProgramsAnswer = z.infer<typeof ProgramsAnswer>

/** A card that an order has made or reloaded, as the review shows it. `card_number` is masked for a buyer who sends it to somebody else. */
export const IssuedCard = z.object({
  image: text,
  card_number: text,
  display_name: text,
  amount: text,
  card_id: z.optional(text),
  /** Its status, where it is not active: `frozen`, `disabled`, `expired`. */
  status: z.optional(text),
})

export const CardOrderItem = z.object({
  index: z.int(),
  item: z.literal('giftcard'),
  price: dollars,
  quantity: z.int(),
  program_id: z.optional(text),
  card_id: z.optional(text),
  cards: z.optional(z.array(IssuedCard)),
})
export type CardOrderItem = z.infer<typeof CardOrderItem>

/** Currency text, like a ticket's totals. `shipping_handling` is set for mailed cards. */
export const CardOrderTotals = z.object({
  subtotal: text,
  discount: text,
  shipping_handling: z.optional(text),
  total: text,
  due: text,
})

/**
 * Extension `gift_changes`: the state of a gift by text or email. `state` is `scheduled`, `sending`, `sent`, `undeliverable` (no more tries), `opened`,
 * `taken_back` or `stopped` (its card cannot be used); times are ISO 8601 in UTC. `stopped_by`: `hold` (the card is good again when its last hold has ended) or
 * `replaced` (the restaurant moved its money to a new card, and sent that); missing: it is no longer valid.
 */
export const Gift = z.object({
  state: text,
  can_change: z.boolean(),
  sent_at: z.optional(text),
  opened_at: z.optional(text),
  stopped_by: z.optional(text),
  /** It was passed on from a member's card, and may be taken back while `can_change`. */
  passed_on: z.optional(z.boolean()),
})
export type Gift = z.infer<typeof Gift>

export const CardOrder = z.object({
  id: text,
  type: z.enum(cardOrderTypes),
  status: text,
  program: z.optional(z.nullable(Program)),
  step: z.int(),
  items: z.array(CardOrderItem),
  totals: CardOrderTotals,
  /** Extension `failed_refunds`: `taken_back` is how much of it the card's bank has taken for the cardholder beyond what the refunds say. */
  payments: z.array(z.object({ payment_amount: text, display_name: text, taken_back: z.optional(text) })),
  promo_code: z.optional(text),
  ...promoExtension,
  recipient_first_name: z.optional(text),
  recipient_last_name: z.optional(text),
  recipient_email: z.optional(text),
  recipient_phone: z.optional(text),
  recipient_address: z.optional(text),
  recipient_address2: z.optional(text),
  recipient_city: z.optional(text),
  recipient_state: z.optional(text),
  recipient_zip: z.optional(text),
  personal_message: z.optional(text),
  /** Extension `gift_designs`. */
  design: z.optional(GiftDesign),
  /** Extension `gift_schedule`: when it is sent, on the giver's clock (`2026-12-24T18:30`), and that clock's zone (IANA). Missing: right away. */
  send_at_local: z.optional(text),
  send_time_zone: z.optional(text),
  gift: z.optional(Gift),
  /** Extension `receipt_details`: the path of its receipt in the portal, once it is paid. It may be handed to others: nothing in it leads to the order. */
  receipt: z.optional(text),
  /** Extension `refunds`: its refunds, oldest first. */
  refunds: z.optional(z.array(CardOrderRefund)),
  buyer_first_name: z.optional(text),
  buyer_last_name: z.optional(text),
  buyer_email: z.optional(text),
  success_message: z.optional(z.object({ header: text, message: text })),
  has_error: z.optional(z.boolean()),
  error: z.optional(z.object({ message: text })),
})
export type CardOrder = z.infer<typeof CardOrder>
export const CardOrderAnswer = z.object({ card_order: CardOrder })
export type CardOrderAnswer = z.infer<typeof CardOrderAnswer>

/** `card_id` is the card that a Reload puts money on. */
export const StartCardOrderBody = z.object({
  type: z.enum(cardOrderTypes),
  card_id: z.optional(limited(64)),
  program_id: z.optional(limited(64)),
})
export type StartCardOrderBody = z.infer<typeof StartCardOrderBody>

/** `contract/rules/card-order.ts` checks price and quantity, with the specification's messages. */
export const CardOrderItemBody = z.object({
  item: z.literal('giftcard'),
  price: z.number(),
  quantity: z.number(),
  program_id: z.optional(limited(64)),
  card_id: z.optional(limited(64)),
})

/** A call sends one of: items, a promo code, a recipient by email, phone or address, a message (§7). `items` replaces all items. */
export const CardOrderUpdateBody = z.object({
  items: z.optional(z.array(CardOrderItemBody).check(z.maxLength(50))),
  promo_code: field('promo_code'),
  recipient_first_name: field('recipient_first_name'),
  recipient_last_name: field('recipient_last_name'),
  recipient_email: field('recipient_email'),
  recipient_phone: field('recipient_phone'),
  recipient_address: field('recipient_address'),
  recipient_address2: field('recipient_address2'),
  recipient_city: field('recipient_city'),
  recipient_state: field('recipient_state'),
  recipient_zip: field('recipient_zip'),
  personal_message: field('personal_message'),
  /** Extension `gift_designs`: one of the designs in the programs' answer. */
  design_id: z.optional(limited(64)),
  /** Extension `gift_schedule`; an empty time means right away. */
  send_at_local: z.optional(limited(16)),
  send_time_zone: z.optional(limited(64)),
})
export type CardOrderUpdateBody = z.infer<typeof CardOrderUpdateBody>

/** Extension `gift_changes`: changes to a gift that nobody has opened. */
export const GiftChangeBody = z.object({
  recipient_first_name: field('recipient_first_name'),
  recipient_last_name: field('recipient_last_name'),
  recipient_email: field('recipient_email'),
  recipient_phone: field('recipient_phone'),
  personal_message: field('personal_message'),
  send_at_local: z.optional(limited(16)),
  send_time_zone: z.optional(limited(64)),
})
export type GiftChangeBody = z.infer<typeof GiftChangeBody>

/** Extension `gift_pass_on`: who gets the whole balance of a member's own card, with which message and when. */
export const PassCardBody = z.extend(GiftChangeBody, {
  type: z.enum(['SendText', 'SendEmail']),
  design_id: z.optional(limited(64)),
  /** The balance that the member saw (dollars): exactly that is passed on, or nothing (409 changed_meanwhile). Left out: whatever the balance is. */
  amount: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
})
export type PassCardBody = z.infer<typeof PassCardBody>

/** The gifts that a member has sent, newest first. */
export const GiftsAnswer = z.object({ gifts: z.array(CardOrder) })
export type GiftsAnswer = z.infer<typeof GiftsAnswer>

/**
 * A signed-in user sends `payment_source` and `stripe_customer_id`, a guest `payment_token` and who they are (§7). `amount` is the due that was shown on the
 * screen (dollars): the server charges exactly that or nothing.
 */
export const CardOrderSubmitBody = z.object({
  amount: z.number().check(z.gte(0), z.lte(1_000_000)),
  payment_source: z.optional(limited(200)),
  stripe_customer_id: z.optional(limited(200)),
  /** Extension `saved_cards`, for a newly typed card: false: it is used only once. Left out: it is saved for the customer. */
  keep_card: z.optional(z.boolean()),
  payment_token: z.optional(limited(200)),
  buyer_first_name: field('buyer_first_name'),
  buyer_last_name: field('buyer_last_name'),
  buyer_email: field('buyer_email'),
  recipient_email: field('recipient_email'),
  /** The result of a human verification, required (403 verification_required) after declined cards (extension `human_verification`). */
  recaptcha_confirmation: z.optional(z.string().check(z.maxLength(8192))),
})
export type CardOrderSubmitBody = z.infer<typeof CardOrderSubmitBody>
