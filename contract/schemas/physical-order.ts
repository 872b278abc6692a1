import * as z from 'zod/mini'

/** Gift cards that go by post: specification §3 *Gift cart order*, *Physical gift card product*; §4 *Gift cart*. */

const text = z.string()
const field = (maximum: number) => z.optional(text.check(z.maxLength(maximum)))
const dollars = z.number().check(z.gte(0), z.lte(10_000))

/** `description` is HTML of the merchant's. */
export const PhysicalProduct = z.object({ name: text, subheader: text, image: text, description: text, program_id: text })
export const PhysicalProductsAnswer = z.object({ products: z.array(PhysicalProduct), shipping_handling: text })
export type PhysicalProductsAnswer = z.infer<typeof PhysicalProductsAnswer>

export const PhysicalItem = z.object({ index: z.int(), item: text, price: dollars, quantity: z.int() })
export type PhysicalItem = z.infer<typeof PhysicalItem>

const recipient = {
  recipient_first_name: field(80),
  recipient_last_name: field(80),
  recipient_address: field(120),
  recipient_address2: field(120),
  recipient_city: field(80),
  recipient_state: field(2),
  recipient_zip: field(5),
  recipient_email: field(254),
  recipient_phone: field(20),
}
const buyer = { buyer_email: field(254), buyer_first_name: field(80), buyer_last_name: field(80) }

/** Totals are currency text. */
export const PhysicalOrder = z.object({
  id: text,
  items: z.array(PhysicalItem),
  totals: z.object({ subtotal: text, discount: text, shipping_handling: text, total: text }),
  status: text,
  promo_code: field(40),
  personal_message: field(500),
  ...recipient,
  ...buyer,
})
export type PhysicalOrder = z.infer<typeof PhysicalOrder>
export const PhysicalOrderAnswer = z.object({ physical_order: PhysicalOrder, message: z.optional(text) })
export type PhysicalOrderAnswer = z.infer<typeof PhysicalOrderAnswer>

/** What price and quantity may be, `contract/rules/card-order.ts` says, in the specification's words. */
const item = z.object({ item: text.check(z.maxLength(64)), price: z.number(), quantity: z.number() })
export const StartPhysicalOrderBody = z.object({ items: z.array(item).check(z.minLength(1), z.maxLength(50)) })
export type StartPhysicalOrderBody = z.infer<typeof StartPhysicalOrderBody>

/** Coupon, update and checkout all send the whole order (§7). `status: "Submit"` checks out and then carries the card and the total that was shown. */
export const PhysicalOrderBody = z.object({
  items: z.array(item).check(z.maxLength(50)),
  status: z.enum(['Open', 'Submit']),
  promo_code: field(40),
  personal_message: field(500),
  ...recipient,
  ...buyer,
  amount: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
  payment_source: field(200),
  payment_token: field(200),
  stripe_customer_id: field(200),
  /** The answer of a human verification, asked for (403 verification_required) after declined cards (extension `human_verification`). */
  recaptcha_confirmation: z.optional(z.string().check(z.maxLength(8192))),
})
export type PhysicalOrderBody = z.infer<typeof PhysicalOrderBody>
