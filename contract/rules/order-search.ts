import { isLenientEmail } from './contact.ts'
import { phoneDigits } from './phone.ts'

/** Placed orders are found by what a guest knows when they call: the order's number, their phone number or their email. */

type OrderSearch = { number: string } | { phone: string } | { email: string }

/**
 * The digits of an order's number, however it is said: `B-1042`, `b 1042`, `#1042`, `order 1042` → `1042`. The letter is the restaurant's name's, the
 * same on all of its orders, so it is not looked at: over a telephone a B is a P.
 */
export const findOrderNumber = (typed: string): string | undefined =>
  /^(?:order\s*)?#?\s*(?:[a-z][\s–-]*)?0*(\d{1,6})$/i.exec(typed.trim())?.[1]

/** The ten digits of a telephone number of the US, in any spelling and without its extension. */
export function findPhoneDigits(typed: string): string | undefined {
  const digits = phoneDigits(typed.replace(/(?<=\d)\s*(?:x|ext).*$/i, ''))
  return /^\d{10}$/.test(digits) ? digits : undefined
}

/** What the search field's text is looked up as; undefined where it is none of the three. */
export function findOrderSearch(typed: string): OrderSearch | undefined {
  if (typed.includes('@')) return isLenientEmail(typed.trim()) ? { email: typed.trim() } : undefined
  const number = findOrderNumber(typed)
  if (number !== undefined) return { number }
  const phone = findPhoneDigits(typed)
  return phone === undefined ? undefined : { phone }
}
