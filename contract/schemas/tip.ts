import * as z from 'zod/mini'

/**
 * Dollars, two decimals at most; what is too much for an order `contract/rules/tip.ts` says. `tip_percent` (extension) is a preset that moves with the subtotal:
 * an API that knows it works the tip out from it, one that does not takes `tip`, which is what it comes to now.
 */
export const TipBody = z.object({
  tip: z.number().check(z.gte(0), z.lte(10_000)),
  tip_percent: z.optional(z.int().check(z.gte(1), z.lte(100))),
})
export type TipBody = z.infer<typeof TipBody>
