import { t } from '../language.ts'
import { type Cents, formatCents } from '../money.ts'

/** What is missing (cents) until a subtotal is large enough for a promo code; 0 when nothing is. */
export const missingForPromoCents = (minimumCents: Cents, subTotalCents: Cents): Cents =>
  Math.max(0, minimumCents - subTotalCents)

/**
 * What to add to keep a promo code whose minimum is not reached, e.g. `Add $4.00 more to keep SPRING.` Undefined if the minimum is met or the order is
 * empty.
 */
export function keepPromoText(code: string, minimumCents: Cents, subTotalCents: Cents): string | undefined {
  const missingCents = missingForPromoCents(minimumCents, subTotalCents)
  return missingCents === 0 || subTotalCents === 0
    ? undefined
    : t`Add ${formatCents(missingCents)} more to keep ${code}.`
}

/** Whether a code that was typed is wanted and was never tried: neither the one that is on the order nor the one that was just refused. */
export function isUntriedCode(typed: string, known: readonly string[]): boolean {
  const code = typed.trim().toUpperCase()
  return code !== '' && !known.some((one) => one.trim().toUpperCase() === code)
}
