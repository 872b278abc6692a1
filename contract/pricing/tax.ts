import type { Cents } from '../money.ts'
import { parseRate, rateScale } from '../rates.ts'
import type { TaxedPart, TaxRate, TaxRules } from '../schemas/taxes.ts'
import { allocate } from './allocate.ts'
import type { TaxPartOfLine } from './line.ts'

/** The class of whatever names none, or one that the location does not have. */
export const standardClass = 'standard'

/** Rules with one rate on everything but the delivery: those of a location that names no classes. */
export const singleRate = (rate: string): TaxRules => ({
  rates: [{ id: standardClass, name: '', rate }],
  classes: [{ id: standardClass, rates: [standardClass] }],
  rounding: 'order',
})

/** By what a location taxes: its classes, or its one rate; without either, nothing is taxed. */
export const taxRulesOf = (rules: { tax_rate: string; taxes?: TaxRules | undefined } | undefined): TaxRules =>
  rules?.taxes ?? singleRate(rules?.tax_rate ?? '0')

/** A line's parts of other classes as the wire has them. */
export const taxPartsOf = (parts: readonly TaxedPart[]): TaxPartOfLine[] =>
  parts.map(({ tax_class, price }) => ({ taxClass: tax_class, cents: price }))

/** What is taxed alike: an amount in cents, after discounts, and its class. */
export type Taxable = { taxClass: string | undefined; cents: Cents }

/** What one tax comes to on an order, and on how much of it, in cents. */
export type TaxPart = TaxRate & { taxableCents: Cents; taxCents: Cents }

type Taxed = {
  taxCents: Cents
  /** The tax of each row; they come to `taxCents`. */
  rows: Cents[]
  /** Each tax that is on any of it; they come to `taxCents`. */
  parts: TaxPart[]
}

/**
 * The tax on an order's rows (a row is a line, with what of it is taxed alike, or the delivery charge). All taxes together are rounded half-up to the cent, once
 * for the order or once for each row; whole cents are then shared out exactly, by row and by tax. Throws RangeError on a rate that is none.
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
