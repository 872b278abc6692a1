import { type Cents, centsFromNumber, formatCents } from '../money.ts'
import { findTypedDollars } from '../typed-dollars.ts'
import type { CardOrder, CardOrderType } from '../schemas/card-order.ts'
import type { Settings } from '../schemas/location.ts'
import {
  maximumGiftDollars,
  maximumPhysicalQuantity,
  maximumCardQuantity,
  minimumGiftDollars,
} from './card.ts'
import { isEmail, type Recipient } from './contact.ts'
import { findPhoneProblem } from './phone.ts'
import { cardOrderFeatures, isOn } from './features.ts'

/** Buying, reloading and sending gift cards (specification §2 *Gift cards*, §4 *Card order*, §5), run by the forms and by the server alike. */

export type CardOrderStep =
  | 'program'
  | 'amount'
  | 'physical'
  | 'preview'
  | 'promo'
  | 'phone'
  | 'email'
  | 'address'
  | 'message'
  | 'payment'
  | 'review'

/** §2: the steps that each type goes through, in order. */
export const cardOrderSteps: Readonly<Record<CardOrderType, readonly CardOrderStep[]>> = {
  Purchase: ['program', 'amount', 'promo', 'payment', 'review'],
  Reload: ['amount', 'promo', 'payment', 'review'],
  SendText: ['program', 'amount', 'promo', 'phone', 'message', 'payment', 'review'],
  SendEmail: ['program', 'amount', 'promo', 'email', 'message', 'payment', 'review'],
  SendPhysical: ['physical', 'preview', 'promo', 'address', 'message', 'payment', 'review'],
}

/** The steps at a location: without the promo code's where it takes none, as for food (`listSteps`). */
export const listCardOrderSteps = (type: CardOrderType, settings: Settings): readonly CardOrderStep[] =>
  cardOrderSteps[type].filter((step) => step !== 'promo' || isOn(settings, 'promoCodes'))

/** What an order holds so far. */
export type CardOrderProgress = {
  type: CardOrderType
  program: boolean
  items: boolean
  promo: boolean
  recipient: boolean
  message: boolean
}

/**
 * The step at which an order is resumed, as an index into its location's `steps`: after the last step that left data behind, but not past one whose required
 * data is missing. Review, the promo code and the message leave nothing behind when they are skipped.
 */
export function nextCardOrderStep(
  progress: CardOrderProgress,
  steps: readonly CardOrderStep[] = cardOrderSteps[progress.type],
): number {
  const missing = steps.findIndex((step) => !isStepDone(step, progress) && !isStepOptional(step))
  return Math.min(missing, steps.findLastIndex((step) => isStepDone(step, progress)) + 1)
}

const isStepOptional = (step: CardOrderStep): boolean =>
  step === 'preview' || step === 'promo' || step === 'message'

function isStepDone(
  step: CardOrderStep,
  { program, items, promo, recipient, message }: CardOrderProgress,
): boolean {
  switch (step) {
    case 'program':
      return program
    case 'amount':
    case 'physical':
      return items
    case 'promo':
      return promo
    case 'phone':
    case 'email':
    case 'address':
      return recipient
    case 'message':
      return message
    default:
      return false
  }
}

/** Whether a location's settings offer a type of card order. A missing switch counts as off. */
export const isCardOrderOffered = (settings: Settings, type: CardOrderType): boolean =>
  isOn(settings, cardOrderFeatures[type])

/** Whether a location sells cards by post (/physicalcards). */
export const isPhysicalOrderOffered = (settings: Settings): boolean => isOn(settings, 'physicalCards')

/** §5: what a row's price and quantity may be at most. A digital card's quantity is 1; /physicalcards takes 1 to 10. */
export const quantityLimits = {
  card: 1,
  order: maximumCardQuantity,
  physicalCards: maximumPhysicalQuantity,
} as const

export const invalidPrice = 'Please enter a valid price'
export const invalidQuantity = 'Please enter a valid quantity'
/** §5 and §8: `Please enter a valid {field}`. */
export const invalidField = (field: string): string => `Please enter a valid ${field}`

/** A gift's amount as typed, in cents: $1.00 to $10,000.00, at most two decimals (§9). Undefined for anything else. */
export function findGiftCents(typed: string): Cents | undefined {
  const cents = findTypedDollars(typed)
  return cents !== undefined && isGiftCents(cents) ? cents : undefined
}

/**
 * The total of a card that is being chosen. A typed amount that the restaurant has not priced yet replaces the order's. `due` is undefined where a promo code
 * may lower it.
 */
export function totalsWhileChosen(
  { items, totals, promo_code: code }: Pick<CardOrder, 'items' | 'totals' | 'promo_code'>,
  typed: string | undefined,
): { subtotal: string; due: string | undefined } {
  const cents = findGiftCents(typed ?? '')
  const [item] = items
  if (cents === undefined || (item && centsFromNumber(item.price) === cents)) return totals
  const chosen = formatCents(cents)
  return { subtotal: chosen, due: code ? undefined : chosen }
}

/** Whether a card may have this value: $1 to $10,000, in whole cents (§9). */
export const isGiftCents = (cents: Cents): boolean =>
  Number.isSafeInteger(cents) && cents >= minimumGiftDollars * 100 && cents <= maximumGiftDollars * 100

/** Whether this many cards can be ordered in one row: 1 to `max`. */
export const isQuantity = (quantity: number, max: number): boolean =>
  Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= max

/** A quantity as it is typed, or undefined: digits only, 1 to `max`. */
export function findQuantity(typed: string, max: number): number | undefined {
  const quantity = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0
  return isQuantity(quantity, max) ? quantity : undefined
}

/** The largest order that the card provider takes in one charge. */
export const maximumOrderCents = 99_999_999

type RecipientProblems = Partial<Record<keyof Recipient, string>>

const fieldNames = {
  recipient_first_name: 'first name',
  recipient_last_name: 'last name',
  recipient_address: 'address',
  recipient_city: 'city',
  recipient_state: 'state',
  recipient_zip: 'zip',
  buyer_first_name: 'first name',
  buyer_last_name: 'last name',
} as const

const invalidEmail = invalidField('email address')

/**
 * What is wrong with the recipient of a type of card order, by field in the form's order (§5): names and a phone of ten digits, names and an
 * email, or a shipping address. Types that go to nobody else have no problems.
 */
export function listRecipientProblems(type: CardOrderType, recipient: Recipient): RecipientProblems {
  switch (type) {
    case 'SendText':
      return {
        ...listNameProblems(recipient),
        ...listPhoneProblem(recipient.recipient_phone),
      }
    case 'SendEmail':
      return {
        ...listNameProblems(recipient),
        ...(!isEmail(recipient.recipient_email.trim()) && { recipient_email: invalidEmail }),
      }
    case 'SendPhysical':
      return listShippingProblems(recipient)
    default:
      return {}
  }
}

/** What is wrong with an address that a card is posted to: names, address, city, state and zip are required, email and phone are not (§5). */
export function listShippingProblems(recipient: Recipient): RecipientProblems {
  const problems: RecipientProblems = listNameProblems(recipient)
  for (const field of ['recipient_address', 'recipient_city'] as const)
    if (recipient[field].trim() === '') problems[field] = invalidField(fieldNames[field])
  if (!/^[A-Z]{2}$/.test(recipient.recipient_state))
    problems.recipient_state = invalidField(fieldNames.recipient_state)
  if (!/^\d{5}$/.test(recipient.recipient_zip))
    problems.recipient_zip = invalidField(fieldNames.recipient_zip)
  if (recipient.recipient_email.trim() !== '' && !isEmail(recipient.recipient_email.trim()))
    problems.recipient_email = invalidEmail
  return recipient.recipient_phone.trim() === ''
    ? problems
    : { ...problems, ...listPhoneProblem(recipient.recipient_phone) }
}

function listNameProblems(recipient: Recipient): RecipientProblems {
  const problems: RecipientProblems = {}
  for (const field of ['recipient_first_name', 'recipient_last_name'] as const)
    if (recipient[field].trim() === '') problems[field] = invalidField(fieldNames[field])
  return problems
}

function listPhoneProblem(phone: string): RecipientProblems {
  const problem = findPhoneProblem(phone, invalidField('phone number'))
  return problem === undefined ? {} : { recipient_phone: problem }
}

export type Buyer = { buyer_first_name: string; buyer_last_name: string; buyer_email: string }

/** What is wrong with a guest buyer's details, by field (§5). A member is not asked for any. */
export function listBuyerProblems(buyer: Buyer): Partial<Record<keyof Buyer, string>> {
  const problems: Partial<Record<keyof Buyer, string>> = {}
  for (const field of ['buyer_first_name', 'buyer_last_name'] as const)
    if (buyer[field].trim() === '') problems[field] = invalidField(fieldNames[field])
  if (!isEmail(buyer.buyer_email.trim())) problems.buyer_email = invalidEmail
  return problems
}

/** Whether an order for gift cards was accepted: it is charged, and being fulfilled. */
export const isCardOrderPlaced = (status: string): boolean => status === 'Submitted' || status === 'Completed'
