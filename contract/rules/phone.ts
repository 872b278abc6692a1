/** US telephone numbers, as people write them. A file of its own: every page has a number to call, few have a form. */

/**
 * Only the digits of a phone number, without the country's 1: `(212) 555-0142` and `+1 212 555 0142` → `2125550142`. Another country's keeps its
 * plus, so that it is never taken for a number of ours: `+65 9123 4567` → `+6591234567`.
 */
export const phoneDigits = (phone: string): string =>
  phone
    .trim()
    .replace(/(?!^\+)\D/g, '')
    .replace(/^\+?1(?=\d{10}$)/, '')

/** Whether a text is a phone number of the US: exactly ten digits, whichever they are (VA-13). */
export const isPhone = (phone: string): boolean => /^\d{10}$/.test(phoneDigits(phone))

const foreign = 'Please enter a US phone number: the area code and seven digits.'

/** What is wrong with a phone number, in the form's words; undefined when nothing is. */
export function findPhoneProblem(
  phone: string,
  invalid = 'Please enter a valid phone number',
): string | undefined {
  if (isPhone(phone)) return undefined
  return /^\+|^\d{12}/.test(phoneDigits(phone)) ? foreign : invalid
}

/** `(###) ###-####` for ten digits; anything else as it is. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone)
  return /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : phone
}

/** Where a tap on a telephone number leads, without its extension, which phones would dial into it: `(212) 555-0142 x5` → `tel:+12125550142`. */
export const phoneHref = (phone: string): string => {
  const digits = phoneDigits(phone.replace(/[a-z#].*/i, ''))
  return `tel:${/^\d{10}$/.test(digits) ? '+1' : ''}${digits}`
}
