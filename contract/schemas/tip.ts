import * as z from 'zod/mini'

/**
 * Dollars, two decimals at most; the maximum for an order is in `contract/rules/tip.ts`. `tip_percent` (extension) is a preset that follows the subtotal: an
 * API that supports it computes the tip from it, any other takes `tip`, which is its current amount.
 */
export const TipBody = z.object({
  tip: z.number().check(z.gte(0), z.lte(10_000)),
  tip_percent: z.optional(z.int().check(z.gte(1), z.lte(100))),
})
export type TipBody = z.infer<typeof TipBody>
