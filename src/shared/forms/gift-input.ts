import { currencyText } from '#contract/currency-text.ts'
import { centsFromNumber } from '#contract/money.ts'
import { findGiftCents, findQuantity, invalidPrice, invalidQuantity } from '#contract/rules/card-order.ts'

/** A row of gift cards as it is typed. */
export type GiftRow = { id: string; price: string; quantity: string }
type GiftRowProblems = { price?: string; quantity?: string }

/** §9: the most that a price (dollars) or a quantity may be. */
const maxTyped = 10_000

/** Without what people write around an amount: its sign, spaces, and the comma of thousands (`1,000`), which until its third digit is one for the point. */
const plain = (typed: string): string =>
  typed.replace(/^\s*\$?\s*|\s+$/g, '').replace(/^(\d{1,3}),(\d{3}(?:\.\d{0,2})?)$/, '$1$2')
const isDecimal = (text: string): boolean => /^\d{0,7}([.,]\d{0,2})?$/.test(text)
const isTooMuch = (text: string): boolean => Number(text.replace(',', '.')) > maxTyped

/** What stands in the field for another amount after a key: decimals with two places; what is larger than 10000 is rejected (§5). */
export function acceptAmount(typed: string, before: string): string {
  const text = plain(typed)
  return isDecimal(text) && !isTooMuch(text) ? text : before
}

/** What stands in a row's price after a key: capped at 10000 (§5 *Review Order*). */
export function capPrice(typed: string, before: string): string {
  const text = plain(typed)
  if (!isDecimal(text)) return before
  return isTooMuch(text) ? String(maxTyped) : text
}

/** What stands in a row's quantity after a key: digits, capped at 10000. */
export const capQuantity = (typed: string, before: string): string =>
  !/^\d{0,7}$/.test(typed) ? before : Number(typed) > maxTyped ? String(maxTyped) : typed

/** What is wrong with a row, by field: neither may be empty, and a quantity goes from 1 to `maxQuantity`. */
export function listGiftProblems(
  { price, quantity }: Omit<GiftRow, 'id'>,
  maxQuantity: number,
): GiftRowProblems {
  return {
    ...(findGiftCents(price) === undefined && { price: invalidPrice }),
    ...(findQuantity(quantity, maxQuantity) === undefined && { quantity: invalidQuantity }),
  }
}

/** A price of the wire (dollars) as a person types it: `25`, `12.50`. */
export const typedPrice = (dollars: number): string =>
  currencyText(centsFromNumber(dollars)).replace(/[$,]/g, '').replace(/\.00$/, '')
