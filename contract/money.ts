import { locale } from './language.ts'

/**
 * Inside both programs, money is integer US cents; text is made here, at the boundary (docs/design/contract.md, Shapes and states). The API uses currency text
 * (`$1,234.56`), and plain dollar numbers where the specification says "number" (tip, amount); people read amounts in their language.
 */

/** A whole number of cents. Safe up to 2^53; the portal's own limit is far below (specification §9: maximum 10000 dollars per row). */
export type Cents = number

/** By locale: making a formatter takes longer than formatting all the prices of a menu. */
const formats = new Map<string, Intl.NumberFormat>()

/** An amount for people, in the page's language (`Intl`): `$1,234.56` in English. Throws RangeError when cents is not a safe integer. */
export function formatCents(cents: Cents): string {
  assertCents(cents)
  const known =
    formats.get(locale()) ?? new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' })
  formats.set(locale(), known)
  // `|| 0` turns -0 into 0: `-$0.00` would look like a debt.
  return known.format(cents / 100 || 0)
}

/** Cents from the API's currency text (`$1,234.56`, `-$5.00`). Throws RangeError on anything else. */
export function parseCurrency(text: string): Cents {
  const match = /^(-?)\$(\d{1,3}(?:,\d{3})*|\d+)\.(\d{2})$/.exec(text)
  if (!match) throw new RangeError(`not an amount: ${text}`)
  const cents = Number(match[2]!.replaceAll(',', '')) * 100 + Number(match[3])
  // 0 rather than -0: a total of "-$0.00" would look like a debt.
  return match[1] && cents !== 0 ? -cents : cents
}

/** Cents from the API's number of dollars (tip, amount). Throws RangeError when it has more than two decimals or is not finite. */
export function centsFromNumber(dollars: number): Cents {
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > 1e-6)
    throw new RangeError(`not an amount: ${dollars}`)
  return cents
}

/** The API's number of dollars for cents: `4150` → `41.5`. */
export function numberFromCents(cents: Cents): number {
  assertCents(cents)
  return cents / 100
}

/** Throws RangeError when cents is not a safe integer. */
export function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`)
}
