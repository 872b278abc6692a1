import { assertCents, type Cents } from './money.ts'

/**
 * Currency text for cents as the API writes it, in every language: `$1,234.56`, negative `-$5.00`. Read back by `parseCurrency`. Throws RangeError when cents
 * is not a safe integer. Kept apart from money.ts, which every launch loads.
 */
export function currencyText(cents: Cents): string {
  assertCents(cents)
  const digits = Math.abs(cents).toString().padStart(3, '0')
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}$${dollars}.${digits.slice(-2)}`
}
