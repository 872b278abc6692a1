import * as z from 'zod/mini'
import { type TextField, textFields } from '../rules/fields.ts'
import { promoExtension } from './discount.ts'
import { GiftDesign } from './gift-design.ts'

/** Mailed gift cards: specification §3 *Gift cart order*, *Physical gift card product*; §4 *Gift cart*. */

const text = z.string()
const field = (name: TextField) => z.optional(text.check(z.maxLength(textFields[name].maxLength)))
const dollars = z.number().check(z.gte(0), z.lte(10_000))

/** `description` is the merchant's HTML. Extension `gift_designs`: `design` is how the card looks, where there is no picture of it. */
export const PhysicalProduct = z.object({
  name: text,
  subheader: text,
  image: text,
  description: text,
  program_id: text,
  design: z.optional(GiftDesign),
})
export const PhysicalProductsAnswer = z.object({
  products: z.array(PhysicalProduct),
  shipping_handling: text,
})
export type PhysicalProductsAnswer = z.infer<typeof PhysicalProductsAnswer>

export const PhysicalItem = z.object({ index: z.int(), item: text, price: dollars, quantity: z.int() })
export type PhysicalItem = z.infer<typeof PhysicalItem>

const recipient = {
  recipient_first_name: field('recipient_first_name'),
  recipient_last_name: field('recipient_last_name'),
  recipient_address: field('recipient_address'),
  recipient_address2: field('recipient_address2'),
  recipient_city: field('recipient_city'),
  recipient_state: field('recipient_state'),
  recipient_zip: field('recipient_zip'),
  recipient_email: field('recipient_email'),
  recipient_phone: field('recipient_phone'),
}
const buyer = {
  buyer_email: field('buyer_email'),
  buyer_first_name: field('buyer_first_name'),
  buyer_last_name: field('buyer_last_name'),
}

/** Totals are currency text. */
export const PhysicalOrder = z.object({
  id: text,
  items: z.array(PhysicalItem),
  totals: z.object({ subtotal: text, discount: text, shipping_handling: text, total: text }),
  status: text,
  /** Extension `receipt_details`: as for a card order. */
  receipt: z.optional(text),
  promo_code: field('promo_code'),
  ...promoExtension,
  personal_message: field('personal_message'),
  ...recipient,
  ...buyer,
})
export type PhysicalOrder = z.infer<typeof PhysicalOrder>
export const PhysicalOrderAnswer = z.object({ physical_order: PhysicalOrder, message: z.optional(text) })
export type PhysicalOrderAnswer = z.infer<typeof PhysicalOrderAnswer>

/** `contract/rules/card-order.ts` checks price and quantity, with the specification's messages. */
const item = z.object({ item: text.check(z.maxLength(64)), price: z.number(), quantity: z.number() })
export const StartPhysicalOrderBody = z.object({
  items: z.array(item).check(z.minLength(1), z.maxLength(50)),
})
export type StartPhysicalOrderBody = z.infer<typeof StartPhysicalOrderBody>

/** Coupon, update and checkout all send the whole order (§7). `status: "Submit"` checks out, together with the card and the total that was shown. */
export const PhysicalOrderBody = z.object({
  items: z.array(item).check(z.maxLength(50)),
  status: z.enum(['Open', 'Submit']),
  promo_code: field('promo_code'),
  personal_message: field('personal_message'),
  ...recipient,
  ...buyer,
  amount: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
  payment_source: z.optional(text.check(z.maxLength(200))),
  payment_token: z.optional(text.check(z.maxLength(200))),
  stripe_customer_id: z.optional(text.check(z.maxLength(200))),
  /** Extension `saved_cards`, for a newly typed card: false: it is used only once. Left out: it is saved for the customer. */
  keep_card: z.optional(z.boolean()),
  /** The result of a human verification, required (403 verification_required) after declined cards (extension `human_verification`). */
  recaptcha_confirmation: z.optional(z.string().check(z.maxLength(8192))),
})
export type PhysicalOrderBody = z.infer<typeof PhysicalOrderBody>
