import { findPhoneProblem, formatPhone, phoneDigits } from './phone.ts'

/** The information step (specification §5 *Checkout information step*), run by the form and by the server alike. */

/** Whom something goes to, and where. */
export type Recipient = {
  recipient_first_name: string
  recipient_last_name: string
  recipient_email: string
  /** Ten digits, or as typed: (###) ###-####. */
  recipient_phone: string
  recipient_address: string
  recipient_address2: string
  recipient_city: string
  recipient_state: string
  recipient_zip: string
}

export const emptyRecipient: Recipient = {
  recipient_first_name: '',
  recipient_last_name: '',
  recipient_email: '',
  recipient_phone: '',
  recipient_address: '',
  recipient_address2: '',
  recipient_city: '',
  recipient_state: '',
  recipient_zip: '',
}

const recipientFields = Object.keys(emptyRecipient) as (keyof Recipient)[]

/** The recipient that a form starts with: what was typed, else what the order has, else nothing. The phone number is formatted. */
export function openRecipient(
  typed: Partial<Record<keyof Recipient, string | null | undefined>>,
  saved: Partial<Record<keyof Recipient, string | null | undefined>>,
): Recipient {
  const recipient = Object.fromEntries(
    recipientFields.map((field) => [field, typed[field] ?? saved[field] ?? '']),
  ) as Recipient
  return { ...recipient, recipient_phone: formatPhone(recipient.recipient_phone) }
}

/** A recipient as it is sent: trimmed, the phone number as digits. */
export function trimRecipient(recipient: Recipient): Recipient {
  const trimmed = Object.fromEntries(
    Object.entries(recipient).map(([field, value]) => [field, value.trim()]),
  ) as Recipient
  return { ...trimmed, recipient_phone: phoneDigits(trimmed.recipient_phone) }
}

type AddressField = Extract<
  keyof Recipient,
  'recipient_address' | 'recipient_address2' | 'recipient_city' | 'recipient_state' | 'recipient_zip'
>

/** An address in one line: `12 Harbor Lane, Portland, ME 04101`. Empty where no part of it is known. */
export function addressText(to: Partial<Record<AddressField, string | null | undefined>>): string {
  const { recipient_address, recipient_address2, recipient_city, recipient_state, recipient_zip } = to
  const stateAndZip = `${recipient_state ?? ''} ${recipient_zip ?? ''}`.trim()
  return [recipient_address, recipient_address2, recipient_city, stateAndZip].filter(Boolean).join(', ')
}

export type Contact = Recipient & {
  recipient_comment: string
  vehicle_make: string
  vehicle_model: string
  vehicle_color: string
  vehicle_license: string
}

export const emptyContact: Contact = {
  ...emptyRecipient,
  recipient_comment: '',
  vehicle_make: '',
  vehicle_model: '',
  vehicle_color: '',
  vehicle_license: '',
}

export type ContactProblems = Partial<Record<keyof Contact, string>>

const messages = {
  email: 'Please enter a valid email address',
  blank: 'Please enter a valid info',
} as const

/**
 * The pattern of a browser's own email field, and letters of every language: one @, a dotted host, none of the marks that a list of addresses, a pasted `<…>`
 * or `mailto:` leaves, and no invisible characters. An address that passes here but that no mail server accepts loses a receipt silently.
 */
export const isEmail = (email: string): boolean => !/^\.|\.[.@]/.test(email) && isLenientEmail(email)

/**
 * The same with dots in any place, as some phone companies assigned for years: for looking up addresses that were accepted before, and recovering their
 * accounts. A new address must pass the strict check.
 */
export const isLenientEmail = (email: string): boolean =>
  email.length <= 254 &&
  /^[^\s\p{C}@<>(),;:"\\[\]]+@[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)+$/u.test(
    email,
  )

/** What is wrong with a contact, by field; empty when nothing is. */
export function listContactProblems(contact: Contact, delivery: boolean): ContactProblems {
  const problems: ContactProblems = {}
  // In the form's order, so that the first problem belongs to the topmost field.
  const require = (...fields: (keyof Contact)[]): void => {
    for (const field of fields) if (contact[field].trim() === '') problems[field] = messages.blank
  }
  require('recipient_first_name', 'recipient_last_name')
  const phone = findPhoneProblem(contact.recipient_phone)
  if (phone !== undefined) problems.recipient_phone = phone
  if (!isEmail(contact.recipient_email.trim())) problems.recipient_email = messages.email
  if (delivery) require('recipient_address', 'recipient_city', 'recipient_state')
  if (delivery && !/^\d{5}$/.test(contact.recipient_zip)) problems.recipient_zip = messages.blank
  return problems
}
