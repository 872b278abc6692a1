import * as z from 'zod/mini'

/** Extension `discount_terms`: what the API tells about promo codes and rewards besides the amount that they take off. */

const optionalText = z.optional(z.string())

/** Lets a device compute a discount while it has no signal. For the code: `percent` or `amount`, from `minimum` up. Currency text. */
export const DiscountTerms = z.object({
  percent: z.optional(z.int()),
  amount: optionalText,
  minimum: optionalText,
  reward: optionalText,
})
export type DiscountTerms = z.infer<typeof DiscountTerms>

/** Extension `discount_terms`, on everything that takes promo codes: a sentence that explains why the applied code takes nothing off now. */
export const promoExtension = { promo_problem: optionalText }
