import type { Cents } from '../money.ts'
import { parseRate, rateScale } from '../rates.ts'
import type { TaxedPart, TaxRate, TaxRules } from '../schemas/taxes.ts'
import { allocate } from './allocate.ts'
import type { TaxPartOfLine } from './line.ts'

/** The class of everything that names none, or one that the location does not have. */
export const standardClass = 'standard'

/** Tax rules with one rate on everything except delivery: for a location without tax classes. */
export const singleRate = (rate: string): TaxRules => ({
  rates: [{ id: standardClass, name: '', rate }],
  classes: [{ id: standardClass, rates: [standardClass] }],
  rounding: 'order',
})

/** A location's tax rules: from its classes or its one rate; without either, nothing is taxed. */
export const taxRulesOf = (rules: { tax_rate: string; taxes?: TaxRules | undefined } | undefined): TaxRules =>
  rules?.taxes ?? singleRate(rules?.tax_rate ?? '0')

/** A line's parts in other tax classes, from the API's form. */
export const taxPartsOf = (parts: readonly TaxedPart[]): TaxPartOfLine[] =>
  parts.map(({ tax_class, price }) => ({ taxClass: tax_class, cents: price }))

/** An amount in cents, after discounts, and its tax class. */
export type Taxable = { taxClass: string | undefined; cents: Cents }

/** The amount of one tax on an order, and the amount that it is charged on, in cents. */
export type TaxPart = TaxRate & { taxableCents: Cents; taxCents: Cents }

type Taxed = {
  taxCents: Cents
  /** The tax of each row; they sum to `taxCents`. */
  rows: Cents[]
  /** Each tax that applies; they sum to `taxCents`. */
  parts: TaxPart[]
}

/**
 * The tax on an order's rows (a row is a line, split by tax class, or the delivery charge). All taxes together are rounded half-up to the cent, once per order
 * or once per row; the whole cents are then split exactly, by row and by tax. Throws RangeError on an invalid rate.
 */
export function taxRows(rows: readonly (readonly Taxable[])[], rules: TaxRules): Taxed {
  const rates = new Map(rules.rates.map((one) => [one.id, parseRate(one.rate)]))
  const classes = new Map(rules.classes.map((one) => [one.id, one.rates]))
  const ratesOf = (taxClass: string | undefined): readonly string[] =>
    classes.get(taxClass ?? standardClass) ?? classes.get(standardClass) ?? []
  const exact = rows.map((row) =>
    row.reduce(
      (sum, { taxClass, cents }) =>
        ratesOf(taxClass).reduce((all, id) => all + BigInt(cents) * (rates.get(id) ?? 0n), sum),
      0n,
    ),
  )
  const byLine = exact.map(rounded)
  const taxCents =
    rules.rounding === 'line'
      ? byLine.reduce((sum, cents) => sum + cents, 0)
      : rounded(exact.reduce((sum, one) => sum + one, 0n))
  const parts = rules.rates
    .map((one) => ({
      ...one,
      taxableCents: rows
        .flat()
        .reduce((sum, { taxClass, cents }) => (ratesOf(taxClass).includes(one.id) ? sum + cents : sum), 0),
    }))
    .filter(({ taxableCents }) => taxableCents > 0)
  const shares = allocate(
    taxCents,
    parts.map(({ id, taxableCents }) => BigInt(taxableCents) * rates.get(id)!),
  )
  return {
    taxCents,
    rows: rules.rounding === 'line' ? byLine : allocate(taxCents, exact),
    parts: parts.map((part, at) => ({ ...part, taxCents: shares[at]! })),
  }
}

const rounded = (exact: bigint): Cents => Number((exact * 2n + rateScale) / (rateScale * 2n))
