import * as z from 'zod/mini'

const text = z.string()

/** Decimal text with up to eight decimals, `0.08875`: the input of `applyRate` (contract/rates.ts). */
export const Rate = z.string().check(z.regex(/^\d{1,3}(\.\d{1,8})?$/, 'not a rate'))

/** One tax. */
export const TaxRate = z.object({ id: text, name: text, rate: Rate })
export type TaxRate = z.infer<typeof TaxRate>

/** Extension `tax_classes`: how a location taxes what it sells (docs/decisions/058). */
export const TaxRules = z.object({
  rates: z.array(TaxRate),
  /** The taxes on each class of goods, by the ids of `rates`; none: exempt. */
  classes: z.array(z.object({ id: text, rates: z.array(text) })),
  /** The class of the delivery charge; left out: it is not taxed. */
  delivery: z.optional(text),
  /** Half-up to the cent, once per order or once per line. */
  rounding: z.enum(['order', 'line']),
})
export type TaxRules = z.infer<typeof TaxRules>

/** The lenient form for answers: a portal that is too old for the rules estimates with `tax_rate`. */
export const lenientTaxes = z.catch(z.optional(TaxRules), undefined)

/** The part of a line that is taxed by a class other than the standard one. `price`: integer cents for one. */
export const TaxedPart = z.object({ tax_class: text, price: z.int() })
export type TaxedPart = z.infer<typeof TaxedPart>

/** The amount of one tax on an order, and the amount that it is charged on, as currency text. */
export const TaxLine = z.object({ name: text, rate: text, taxable: text, amount: text })
export type TaxLine = z.infer<typeof TaxLine>
