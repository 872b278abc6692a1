import * as z from 'zod/mini'
import { Rate, lenientTaxes } from './taxes.ts'

/** Extension `estimate_rules`: what the portal needs to show an estimated total offline. */
export const EstimateRules = z.object({
  tax_rate: Rate,
  tax_rounding: z.literal('half_up'),
  /** Integer cents. */
  delivery_charge: z.int(),
  /** Extension `tax_classes`: where `tax_rate` is not the only tax. `tax_rate` is then the standard class's, for portals that do not know classes. */
  taxes: lenientTaxes,
})
export type EstimateRules = z.infer<typeof EstimateRules>

/** The lenient form for answers: rules that cannot be read are dropped, and nothing is estimated. */
export const lenientEstimateRules = z.catch(z.optional(EstimateRules), undefined)
