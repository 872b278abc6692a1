/**
 * Money is integer US cents everywhere inside both programs; text is made here, at the edge (docs/design/contract.md, Shapes and states).
 * The wire carries currency text (`$1,234.56`), and plain dollar numbers where the specification says "number" (tip, amount).
 */

/** A whole number of cents. Safe up to 2^53; the portal's own limit is far below (specification §9: maximum 10000 dollars a row). */
export type Cents = number

/** Currency text for cents: `$1,234.56`, negative `-$5.00`. Throws RangeError when cents is not a safe integer. */
export function formatCents(cents: Cents): string {
  assertCents(cents)
  const whole = Math.abs(cents)
  const dollars = Math.floor(whole / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  const text = `$${dollars}.${(whole % 100).toString().padStart(2, '0')}`
  return cents < 0 ? `-${text}` : text
}

/** Cents from currency text as the wire carries it (`$1,234.56`, `-$5.00`). Throws RangeError on anything else. */
export function parseCurrency(text: string): Cents {
  const match = /^(-?)\$(\d{1,3}(?:,\d{3})*|\d+)\.(\d{2})$/.exec(text)
  if (!match) throw new RangeError(`not currency text: ${text}`)
  const cents = Number(match[2]!.replaceAll(',', '')) * 100 + Number(match[3])
  // 0 rather than -0: a total that reads "-$0.00" would look like a debt.
  return match[1] && cents !== 0 ? -cents : cents
}

/** Cents from plain decimal dollars as people and merchant files write them (`16`, `16.5`, `16.00`); undefined when it is not an amount. */
export function findDollars(text: string): Cents | undefined {
  const match = /^(\d{1,7})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/.exec(text.trim())
  if (!match) return undefined
  const fraction = (match[2] ?? match[3] ?? '').padEnd(2, '0')
  return Number(match[1] ?? '0') * 100 + Number(fraction)
}

/**
 * Cents from dollars as a person types them into a field: as `findDollars`, with the sign before them that prices have (`$4.50`), and with a comma for
 * the point (`5,50`), the only one that a phone's keys have in many regions. `1,000` could be one dollar or a thousand, and is no amount.
 */
export const findTypedDollars = (typed: string): Cents | undefined =>
  findDollars(
    typed
      .trim()
      .replace(/^\$\s*/, '')
      .replace(/^(\d*),(\d{0,2})$/, '$1.$2'),
  )

/** Cents from a wire number of dollars (tip, amount). Throws RangeError when it has more than two decimals or is not finite. */
export function centsFromNumber(dollars: number): Cents {
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > 1e-6)
    throw new RangeError(`not an amount: ${dollars}`)
  return cents
}

/** The wire number of dollars for cents: `4150` → `41.5`. */
export function numberFromCents(cents: Cents): number {
  assertCents(cents)
  return cents / 100
}

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

/** What `parseRate` counts in: hundred-millionths. */
export const rateScale = 10n ** 8n

/** A rate (decimal text, `0.08875`) as a whole number of hundred-millionths. Throws RangeError on anything else. */
export function parseRate(rate: string): bigint {
  const match = /^(\d{1,3})(?:\.(\d{1,8}))?$/.exec(rate)
  if (!match) throw new RangeError(`not a rate: ${rate}`)
  return BigInt(match[1]! + (match[2] ?? '').padEnd(8, '0'))
}

/** A rate (decimal text, `0.08875`) as people read it: `8.875%`. */
export const percentText = (rate: string): string => `${Number((Number(rate) * 100).toFixed(6))}%`

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`)
}
