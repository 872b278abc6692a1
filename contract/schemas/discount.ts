import * as z from 'zod/mini'

/** Extension `discount_terms`: what is told of promo codes and rewards beyond what they take off. */

const optionalText = z.optional(z.string())

/** Lets a device work a discount out itself while it has no signal. Of the code: `percent` or `amount`, from `minimum` up. Currency text. */
export const DiscountTerms = z.object({
  percent: z.optional(z.int()),
  amount: optionalText,
  minimum: optionalText,
  reward: optionalText,
})
export type DiscountTerms = z.infer<typeof DiscountTerms>

/** Extension `discount_terms`, on everything that takes promo codes: why the code that is on it takes nothing off now, as a sentence. */
export const promoExtension = { promo_problem: optionalText }
