import { assertCents, type Cents } from './money.ts'

/** Percentages of an amount: taxes, tips, discounts. Kept apart from money.ts, which every launch loads. */

/**
 * `cents × rate`, half-up to the cent, where rate is decimal text (`0.08875`).
 * Integer arithmetic throughout: a float rate would round $0.575 down on some subtotals and up on others.
 */
export function applyRate(cents: Cents, rate: string): Cents {
  assertCents(cents)
  const product = BigInt(Math.abs(cents)) * parseRate(rate)
  const rounded = Number((product * 2n + rateScale) / (rateScale * 2n))
  return cents < 0 && rounded !== 0 ? -rounded : rounded
}

/** The unit of `parseRate`: 0.00000001. */
export const rateScale = 10n ** 8n

/** A rate (decimal text, `0.08875`) as an integer in units of 0.00000001. Throws RangeError on anything else. */
export function parseRate(rate: string): bigint {
  const match = /^(\d{1,3})(?:\.(\d{1,8}))?$/.exec(rate)
  if (!match) throw new RangeError(`not a rate: ${rate}`)
  return BigInt(match[1]! + (match[2] ?? '').padEnd(8, '0'))
}

/** A rate (decimal text, `0.08875`) for people: `8.875%`. */
export const percentText = (rate: string): string => `${Number((Number(rate) * 100).toFixed(6))}%`
