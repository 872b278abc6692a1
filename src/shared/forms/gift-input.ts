import { currencyText } from '#contract/currency-text.ts'
import { centsFromNumber } from '#contract/money.ts'
import { findGiftCents, findQuantity, invalidPrice, invalidQuantity } from '#contract/rules/card-order.ts'

/** A row of gift cards as typed. */
export type GiftRow = { id: string; price: string; quantity: string }
type GiftRowProblems = { price?: string; quantity?: string }

/** §9: the maximum for a price (dollars) and a quantity. */
const maxTyped = 10_000

/** Without what people write around an amount: its sign, spaces, and the thousands comma (`1,000`), which until the third digit after it is a decimal comma. */
const plain = (typed: string): string =>
  typed.replace(/^\s*\$?\s*|\s+$/g, '').replace(/^(\d{1,3}),(\d{3}(?:\.\d{0,2})?)$/, '$1$2')
const isDecimal = (text: string): boolean => /^\d{0,7}([.,]\d{0,2})?$/.test(text)
const isTooMuch = (text: string): boolean => Number(text.replace(',', '.')) > maxTyped

/** The content of the field for another amount after a key press: at most two decimals; amounts above 10000 are rejected (§5). */
export function acceptAmount(typed: string, before: string): string {
  const text = plain(typed)
  return isDecimal(text) && !isTooMuch(text) ? text : before
}

/** The content of a row's price after a key press: capped at 10000 (§5 *Review Order*). */
export function capPrice(typed: string, before: string): string {
  const text = plain(typed)
  if (!isDecimal(text)) return before
  return isTooMuch(text) ? String(maxTyped) : text
}

/** The content of a row's quantity after a key press: digits, capped at 10000. */
export const capQuantity = (typed: string, before: string): string =>
  !/^\d{0,7}$/.test(typed) ? before : Number(typed) > maxTyped ? String(maxTyped) : typed

/** What is wrong with a row, by field: neither may be empty, and a quantity is 1 to `maxQuantity`. */
export function listGiftProblems(
  { price, quantity }: Omit<GiftRow, 'id'>,
  maxQuantity: number,
): GiftRowProblems {
  return {
    ...(findGiftCents(price) === undefined && { price: invalidPrice }),
    ...(findQuantity(quantity, maxQuantity) === undefined && { quantity: invalidQuantity }),
  }
}

/** A price from the API (dollars) as a person types it: `25`, `12.50`. */
export const typedPrice = (dollars: number): string =>
  currencyText(centsFromNumber(dollars)).replace(/[$,]/g, '').replace(/\.00$/, '')
