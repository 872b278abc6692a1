import * as z from 'zod/mini'
import { Rate, lenientTaxes } from './taxes.ts'

/** Extension `estimate_rules`: what the portal needs to show an estimated total offline. */
export const EstimateRules = z.object({
  tax_rate: Rate,
  tax_rounding: z.literal('half_up'),
  /** Integer cents. */
  delivery_charge: z.int(),
  /** Extension `tax_classes`: where more than `tax_rate` is to be known. That one is then the standard class's, for portals that know no classes. */
  taxes: lenientTaxes,
})
export type EstimateRules = z.infer<typeof EstimateRules>

/** The same in an answer: rules that nobody can reckon with are not told, and nothing is estimated. */
export const lenientEstimateRules = z.catch(z.optional(EstimateRules), undefined)
