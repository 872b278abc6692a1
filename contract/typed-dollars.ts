import type { Cents } from './money.ts'

/** Dollars as people and merchants' files write them. Kept apart from money.ts, which every launch loads. */

/** Cents from plain decimal dollars as people and merchant files write them (`16`, `16.5`, `16.00`); undefined when it is not an amount. */
export function findDollars(text: string): Cents | undefined {
  const match = /^(\d{1,7})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/.exec(text.trim())
  if (!match) return undefined
  const fraction = (match[2] ?? match[3] ?? '').padEnd(2, '0')
  return Number(match[1] ?? '0') * 100 + Number(fraction)
}

/**
 * Cents from dollars that a person types into a field: like `findDollars`, but with an optional dollar sign (`$4.50`), and with a comma as the decimal point
 * (`5,50`), which is the only one on phone keyboards in many regions. `1,000` could be one dollar or a thousand, and is refused.
 */
export const findTypedDollars = (typed: string): Cents | undefined =>
  findDollars(
    typed
      .trim()
      .replace(/^\$\s*/, '')
      .replace(/^(\d*),(\d{0,2})$/, '$1.$2'),
  )
