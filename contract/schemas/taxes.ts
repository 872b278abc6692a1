import * as z from 'zod/mini'

const text = z.string()

/** Decimal text with up to eight decimals, `0.08875`: what `applyRate` (contract/rates.ts) reckons with. */
export const Rate = z.string().check(z.regex(/^\d{1,3}(\.\d{1,8})?$/, 'not a rate'))

/** One tax that somebody levies. */
export const TaxRate = z.object({ id: text, name: text, rate: Rate })
export type TaxRate = z.infer<typeof TaxRate>

/** Extension `tax_classes`: how a location taxes what it sells (docs/decisions/058). */
export const TaxRules = z.object({
  rates: z.array(TaxRate),
  /** The taxes on each kind of thing, by the ids of `rates`; none: exempt. */
  classes: z.array(z.object({ id: text, rates: z.array(text) })),
  /** The class of the delivery charge; left out: it bears no tax. */
  delivery: z.optional(text),
  /** Half-up to the cent, once an order or once a line. */
  rounding: z.enum(['order', 'line']),
})
export type TaxRules = z.infer<typeof TaxRules>

/** The same in an answer: a portal that is too old for the rules estimates by `tax_rate`. */
export const lenientTaxes = z.catch(z.optional(TaxRules), undefined)

/** What of a line is taxed by another class than the standard one. `price`: integer cents for one. */
export const TaxedPart = z.object({ tax_class: text, price: z.int() })
export type TaxedPart = z.infer<typeof TaxedPart>

/** What one tax comes to on an order, and on how much of it, as currency text. */
export const TaxLine = z.object({ name: text, rate: text, taxable: text, amount: text })
export type TaxLine = z.infer<typeof TaxLine>
