import type { Card } from '../schemas/card.ts'

/** Gift card rules (specification §5, §9), run by the forms and by the server alike. */

/** §9: the amounts that are offered, in whole dollars. */
export const presetAmounts = [25, 50, 75, 100, 125, 150] as const
/** §9: minimum and maximum of a gift, and the largest price and quantity of a card order, in dollars and pieces. */
export const minimumGiftDollars = 1
export const maximumGiftDollars = 10_000
export const maximumCardQuantity = 10_000
/** §5: quantities on /physicalcards. */
export const maximumPhysicalQuantity = 10
const cardNumberLength = 16
export const claimCodeMaximum = 32

/** The digits of a card number as typed or scanned, or undefined unless it is 16 ASCII digits with nothing but spaces and dashes between. */
export function findCardNumber(typed: string): string | undefined {
  const digits = typed.replace(/[ -]/g, '')
  return digits.length === cardNumberLength && /^[0-9]+$/.test(digits) ? digits : undefined
}

export const invalidCardNumber = 'Please enter a valid card number'

/** A number's digits, as many as there are, grouped as `#### #### #### ####`. */
export const groupCardNumber = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Whether a card can pay: there is money on it, and it is not expired, on hold, replaced or not yet switched on. */
export const canCardPay = ({
  balance,
  status,
  card_is_expired,
}: Pick<Card, 'balance' | 'status' | 'card_is_expired'>): boolean =>
  balance > 0 && status === 'active' && !card_is_expired

/** A claim code as it is sent, or undefined: trimmed, not empty, at most 32 characters (§5). */
export function findClaimCode(typed: string): string | undefined {
  const code = typed.trim()
  return code !== '' && code.length <= claimCodeMaximum ? code : undefined
}
