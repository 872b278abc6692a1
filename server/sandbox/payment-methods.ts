import { createHash } from 'node:crypto'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { cardError, invalidRequest, type SandboxError } from './answers.ts'
import { findObject, type SandboxMethod, saveObject } from './objects.ts'
import { findTestCard } from './test-cards.ts'

export type SandboxPorts = { clock: Clock; ids: Ids }
export type Form = Readonly<Record<string, string>>

/** `POST /v1/payment_methods`: accepts only the published test numbers, and stores only the last four digits. Throws SandboxError. */
export async function createPaymentMethod(
  tx: Transaction,
  locationId: string,
  form: Form,
  { clock, ids }: SandboxPorts,
): Promise<SandboxMethod> {
  const number = (form['card[number]'] ?? '').replace(/\D/g, '')
  const card = findTestCard(number)
  if (!card)
    throw cardError(
      'card_declined',
      'This is a test payment form, so it takes test cards only. Your card number was not kept.',
      'test_mode_live_card',
    )
  const { month, year } = expiryOf(form, clock)
  const length = card.brand === 'amex' ? 4 : 3
  if (!new RegExp(`^\\d{${length}}$`).test(form['card[cvc]'] ?? ''))
    throw cardError('invalid_cvc', "Your card's security code is invalid.")
  const method: SandboxMethod = {
    id: `pm_${ids.secret()}`,
    object: 'payment_method',
    type: 'card',
    card: {
      brand: card.brand,
      last4: number.slice(-4),
      exp_month: month,
      exp_year: year,
      fingerprint: fingerprintOf(locationId, number),
      wallet: form['card[wallet]'] === 'test_wallet' ? { type: 'test_wallet' } : null,
    },
    customer: null,
    billing_details: { name: form['billing_details[name]']?.slice(0, 200) ?? null },
    created: Math.floor(clock.now() / 1000),
    livemode: false,
    sandbox: {
      ...(card.decline && { decline: card.decline }),
      ...(card.authenticate !== undefined && { authenticate: card.authenticate }),
      ...(card.refusesRefunds && { refusesRefunds: true }),
    },
  }
  saveObject(tx, locationId, method, clock.now())
  return method
}

/** A payment method by its id; locked if it will be changed. Throws SandboxError as Stripe does. */
export async function getPaymentMethod(
  tx: Queryable,
  locationId: string,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<SandboxMethod> {
  const method = await findObject(tx, locationId, 'payment_method', id, lock)
  if (!method)
    throw invalidRequest(`No such PaymentMethod: '${id.slice(0, 60)}'`, 'resource_missing', 'payment_method')
  return method
}

/** The same number always has the same fingerprint, as at Stripe. Only published test numbers get here. */
const fingerprintOf = (locationId: string, number: string): string =>
  createHash('sha256').update(`${locationId}\n${number}`).digest('base64url').slice(0, 16)

function expiryOf(form: Form, clock: Clock): { month: number; year: number } {
  const month = Number(form['card[exp_month]'])
  const written = Number(form['card[exp_year]'])
  const year = written < 100 ? 2000 + written : written
  if (!Number.isInteger(month) || month < 1 || month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.")
  const now = new Date(clock.now())
  const isPast =
    year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
  if (!Number.isInteger(year) || isPast)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.")
  return { month, year }
}

/** Stripe's error for a payment method that was detached from its customer. */
export const usedUp = (): SandboxError =>
  invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer. It may not be used again.',
  )
