import { t } from '../language.ts'
import { type Cents, formatCents } from '../money.ts'

/** How many cents a subtotal is below a promo code's minimum; 0 when it is reached. */
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

/** Whether a typed code has yet to be tried: it is neither the one on the order nor the one that was just refused. */
export function isUntriedCode(typed: string, known: readonly string[]): boolean {
  const code = typed.trim().toUpperCase()
  return code !== '' && !known.some((one) => one.trim().toUpperCase() === code)
}
