import * as z from 'zod/mini'
import { type TextField, textFields } from '../rules/fields.ts'
import { maximumLineQuantity } from '../rules/quantity.ts'
import { lenientAllergens } from './allergens.ts'
import { DiscountTerms, promoExtension } from './discount.ts'
import { OrderRefund } from './refund.ts'
import { TaxedPart, TaxLine } from './taxes.ts'
import { optionalDate, optionalText } from './lenient-text.ts'

/** The ticket order: specification §3; statuses as in docs/design/contract.md. */

const text = z.string()

/** An id as it is sent: three of the importer's, joined, have 302 characters at most, and another API's are hardly longer. */
const sentId = text.check(z.maxLength(400))

export const Modifier = z.object({ modifier: sentId })
export type Modifier = z.infer<typeof Modifier>

/** A line as it is sent. `index` identifies the line in a change. */
export const OrderLineItem = z.object({
  menu_external_id: sentId,
  menu_category_external_id: sentId,
  menu_item_external_id: sentId,
  /** The ordering (omnivore) id of the item. */
  menu_item: sentId,
  modifiers: z.array(Modifier).check(z.maxLength(100)),
  quantity: z.int().check(z.gte(1), z.lte(maximumLineQuantity)),
  index: z.optional(z.int()),
})
export type OrderLineItem = z.infer<typeof OrderLineItem>

/** A line in an answer: with its own stable number, its name and its price. `pretty_price` is for the whole line. */
export const TicketLine = z.object({
  index: z.int(),
  menu_external_id: z.optional(z.nullable(text)),
  menu_category_external_id: z.optional(z.nullable(text)),
  menu_item_external_id: z.optional(z.nullable(text)),
  menu_item: text,
  name: text,
  quantity: z.int(),
  /** Integer cents for one, including modifiers. */
  price: z.int(),
  pretty_price: text,
  modifiers: z.array(z.object({ modifier: text, name: text, price: z.int() })),
  no_delete: z.optional(z.boolean()),
  /**
   * Extension `allergens`: what was known about it, with its choices, when it was added to the order. Empty: nothing, at a restaurant that states allergens of
   * other dishes.
   */
  allergens: lenientAllergens,
  /** Extension `tax_classes`: left out: all of it is taxed by the standard class. */
  tax_parts: z.optional(z.array(TaxedPart)),
})
export type TicketLine = z.infer<typeof TicketLine>

/** Currency text. */
export const TicketTotals = z.object({
  sub_total: text,
  tax: text,
  discounts: text,
  tips: text,
  due_tip: text,
  due_non_tip: text,
  total: text,
  due: text,
  /** Extension `tax_classes`: each tax included in `tax`. */
  taxes: z.optional(z.array(TaxLine)),
})
export type TicketTotals = z.infer<typeof TicketTotals>

export const TimeSlot = z.object({ enable: z.boolean(), display: text, value: text })
export const SlotDay = z.object({ date: text, date_to_show: text, available_time_slots: z.array(TimeSlot) })
export type SlotDay = z.infer<typeof SlotDay>

export const TicketSettings = z.object({
  /** Currency text. */
  /** If an API leaves it out, delivery is free (§9). */
  delivery_charge: z._default(text, '$0.00'),
  show_delivery_option: z.boolean(),
  /** Extension `delivery_area`: the zip codes that are delivered to, five digits each. Left out: everywhere. */
  delivery_zips: z.optional(z.array(text)),
  show_curbside_option: z.boolean(),
  /** Extension `plain_pickup`: picked up inside, neither delivered nor brought to a car. Left out: only where neither of those is offered. */
  show_pickup_option: z.optional(z.boolean()),
  show_order_ahead_option: z.boolean(),
  pay_tips_with_gift_card: z.boolean(),
  available_order_ahead_time_slots_for_the_future: z.array(SlotDay),
})
export type TicketSettings = z.infer<typeof TicketSettings>

export const TicketPayment = z.object({
  display_name: text,
  /** Currency text. */
  display_amount: text,
  tip: text,
  tender_type: z.enum(['reward', 'card', 'credit_card']),
  /** Extension: the card's bank is looking into it, or has taken all of it for the cardholder. */
  dispute: z.optional(z.enum(['open', 'lost'])),
  /** Extension `failed_refunds`, where `dispute` is not `lost`: how much of it the card's bank has taken for the cardholder beyond what the refunds say. */
  taken_back: z.optional(text),
  /** Extension `refunds`, of a gift card that was replaced: the card that would get the money back. `card_void`, `card_held`: that one, or the card itself, is void or on hold. */
  back_to: z.optional(text),
  card_void: z.optional(z.boolean()),
  card_held: z.optional(z.boolean()),
})

/** A status change of a placed order. `at` is ISO time; `display` is the time of day at the location, `h:mma`. */
export const TicketEvent = z.object({ status: text, at: text, display: text })
export type TicketEvent = z.infer<typeof TicketEvent>

/** Known statuses. An unknown one is shown as text and counts as finished. */
export const ticketStatuses = [
  'Open',
  'PaymentComplete',
  'Submitted',
  'Queued',
  'Preparing',
  'Ready',
  'Completed',
  'Expired',
  'Cancelled',
] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const TicketOrder = z.object({
  id: text,
  /** The order number; empty until the ticket is submitted. */
  name: text,
  status: text,
  items: z.array(TicketLine),
  /** The number that its next line gets, until it is placed. It only grows, unless the restaurant was restored from a backup. Left out: not known. */
  next_index: z.optional(z.int()),
  /** It expired because the restaurant was restored from a backup in which it was open: it may have been changed or placed since. */
  set_back: z.optional(z.boolean()),
  payments: z.array(TicketPayment),
  tip: text,
  totals: TicketTotals,
  settings: TicketSettings,
  use_delivery: z.boolean(),
  use_curbside: z.boolean(),
  ready_date: optionalDate,
  ready_time: optionalText,
  ready_date_display: optionalText,
  ready_time_display: optionalText,
  /** The kitchen reserves this time for this order, which may have the last place in its slot. Left out: it does not. */
  ready_time_held: z.optional(z.boolean()),
  pretty_date: optionalText,
  recipient_first_name: optionalText,
  recipient_last_name: optionalText,
  recipient_email: optionalText,
  recipient_phone: optionalText,
  recipient_address: optionalText,
  recipient_address2: optionalText,
  recipient_city: optionalText,
  recipient_state: optionalText,
  recipient_zip: optionalText,
  recipient_comment: optionalText,
  recipient_checked_in: z.optional(z.boolean()),
  /** When I'M HERE was tapped, ISO time. */
  checked_in_at: optionalText,
  vehicle_make: optionalText,
  vehicle_model: optionalText,
  vehicle_color: optionalText,
  vehicle_license: optionalText,
  promo_code: optionalText,
  ...promoExtension,
  /** Extension `tip_percent`: the tip is this percentage of the subtotal, and `tip` is its current amount. */
  tip_percent: z.optional(z.int()),
  /** Extension `discount_terms`: what its promo code and reward take off; missing once payments are on it. */
  discount_terms: z.optional(DiscountTerms),
  reward_can_be_used: z.optional(z.boolean()),
  /** Whether any line differs from the dish's default. */
  customized: z.optional(z.boolean()),
  /** Its status changes since it was placed, oldest first; empty until then. */
  history: z.optional(z.array(TicketEvent)),
  /** The path of its receipt in the portal, once it is placed. */
  receipt: optionalText,
  /** Extension `tender_release`: until when (ISO time) what gift cards and a reward put on an order that is not placed is held for it. */
  held_until: optionalText,
  success_message: z.optional(z.object({ header: text, message: text })),
  /** Extension `refunds`: its refunds, oldest first. */
  refunds: z.optional(z.array(OrderRefund)),
  /** Extension `guest_cancel`: the guest may cancel it now. Missing: they may not. */
  may_cancel: z.optional(z.boolean()),
  /** The request was not fulfilled, although the answer has no HTTP error status (ER-05). This server answers with an error status instead. */
  has_error: z.optional(z.boolean()),
  error: z.optional(z.nullable(z.object({ message: text }))),
  /**
   * Extension `order_key`: sent to the device that orders, in answers about an order that belongs to no account, until it is placed. With it (header
   * `X-Order-Key`) the device changes the order later and checks in; a link to the order does not contain it.
   */
  order_key: optionalText,
})
export type TicketOrder = z.infer<typeof TicketOrder>

export const TicketOrderAnswer = z.object({ ticket_order: TicketOrder })
export type TicketOrderAnswer = z.infer<typeof TicketOrderAnswer>

export const ItemsBody = z.object({ items: z.array(OrderLineItem).check(z.minLength(1), z.maxLength(50)) })
export type ItemsBody = z.infer<typeof ItemsBody>

const field = (name: TextField) => z.optional(z.string().check(z.maxLength(textFields[name].maxLength)))

/** The recipient and their address. `phone_number` and `recipient_phone` are the same number under both of the specification's names. */
const person = {
  phone_number: field('phone_number'),
  recipient_phone: field('recipient_phone'),
  recipient_first_name: field('recipient_first_name'),
  recipient_last_name: field('recipient_last_name'),
  recipient_email: field('recipient_email'),
  recipient_address: field('recipient_address'),
  recipient_address2: field('recipient_address2'),
  recipient_city: field('recipient_city'),
  recipient_state: field('recipient_state'),
  recipient_zip: field('recipient_zip'),
  recipient_comment: field('recipient_comment'),
}
const vehicle = {
  vehicle_make: field('vehicle_make'),
  vehicle_model: field('vehicle_model'),
  vehicle_color: field('vehicle_color'),
  vehicle_license: field('vehicle_license'),
}

/** Every body that `PUT .../ticketorder/{id}` takes (§7), as one: a call sends the fields that it changes. */
export const TicketUpdateBody = z.object({
  use_delivery: z.optional(z.boolean()),
  use_curbside: z.optional(z.boolean()),
  ready_date_v2: z.optional(z.string().check(z.maxLength(10))),
  ready_time_v2: z.optional(z.string().check(z.maxLength(8))),
  ...person,
  ...vehicle,
  /** Removes the promo code. One is applied by `POST .../promocode`, which can refuse it. */
  promo_code: z.optional(z.literal('')),
})
export type TicketUpdateBody = z.infer<typeof TicketUpdateBody>

/**
 * Curbside check-in: `PUT .../ticketorder/{id}` of a placed order (§7, `recipient_checked_in true for check-in`). It may be repeated: the first one counts.
 * `checked_in_at` is the time of the tap, ISO: the call may arrive later than the guest did.
 */
export const CheckInBody = z.object({
  recipient_checked_in: z.literal(true),
  checked_in_at: z.optional(z.iso.datetime({ offset: true })),
  ...vehicle,
})
export type CheckInBody = z.infer<typeof CheckInBody>

/** What may still be changed on a placed order (contract/rules/ticket-edit.ts says until when). */
export const DeliveryUpdateBody = z.object({
  ...person,
  ...vehicle,
})
export type DeliveryUpdateBody = z.infer<typeof DeliveryUpdateBody>

export const PromoCodeBody = z.object({ promo_code: z.string().check(z.minLength(1), z.maxLength(40)) })
export type PromoCodeBody = z.infer<typeof PromoCodeBody>

/** `amount` is the due that the diner saw (dollars); the server charges exactly that or nothing. */
export const PaymentBody = z.object({
  tip: z.number().check(z.gte(0), z.lte(10_000)),
  amount: z.number().check(z.gte(0), z.lte(100_000)),
  payment_source: z.string().check(z.minLength(1), z.maxLength(200)),
  stripe_customer_id: z.optional(z.string()),
  /** Extension `saved_cards`, for a newly typed card: false: it is used only once. Left out: it is saved for the customer. */
  keep_card: z.optional(z.boolean()),
  /** The result of a human verification, required (403 verification_required) after declined cards (extension `human_verification`). */
  recaptcha_confirmation: z.optional(z.string().check(z.maxLength(8192))),
})
export type PaymentBody = z.infer<typeof PaymentBody>

const dollars = z.number().check(z.gte(0), z.lte(100_000))

/**
 * One of the user's own gift cards: `amount` is the lesser of `due_non_tip` and the balance, in dollars (§7). `tip` is taken in addition, where
 * `pay_tips_with_gift_card` is on: the lesser of `due_tip` and what is then left. The server takes exactly both, or nothing.
 */
export const RedeemCardBody = z.object({
  card_id: z.string().check(z.minLength(1), z.maxLength(80)),
  amount: dollars,
  tip: z.optional(dollars),
})
export type RedeemCardBody = z.infer<typeof RedeemCardBody>

/**
 * A gift card by its number: for a user, it is first added to their account; a guest can pay with one that nobody owns. Its balance is not known in advance:
 * the server takes up to `amount` (everything due except the tip), then up to `tip`.
 */
export const ImportAndRedeemCardBody = z.object({
  card_number: z.string().check(z.regex(/^\d{16}$/)),
  amount: dollars,
  tip: z.optional(dollars),
  /** The result of a human verification, required (403 verification_required) after failures (extension `human_verification`). */
  recaptcha_confirmation: z.optional(z.string().check(z.maxLength(8192))),
})
export type ImportAndRedeemCardBody = z.infer<typeof ImportAndRedeemCardBody>

export const RewardBody = z.object({ reward_id: z.string().check(z.minLength(1), z.maxLength(80)) })
export type RewardBody = z.infer<typeof RewardBody>

export const SubmitBody = z.object({ phone_number: z.string().check(z.maxLength(20)) })
export type SubmitBody = z.infer<typeof SubmitBody>
