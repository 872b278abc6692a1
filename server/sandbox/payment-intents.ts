import type { Queryable, Transaction } from '#server/db/database.ts'
import { cardError, invalidRequest, SandboxError } from './answers.ts'
import { getCustomer } from './customers.ts'
import { findObject, type SandboxIntent, type SandboxMethod, saveObject } from './objects.ts'
import { type Form, getPaymentMethod, type SandboxPorts, usedUp } from './payment-methods.ts'

/** The part of Stripe's payment intents that the adapter uses: create with confirm, retrieve, confirm, cancel, and the diner's authentication. */

/** `POST /v1/payment_intents` with `confirm=true`. Throws SandboxError: a decline includes the intent, as Stripe's does. */
export async function createIntent(
  tx: Transaction,
  locationId: string,
  form: Form,
  ports: SandboxPorts,
): Promise<SandboxIntent> {
  if (Object.keys(form).some((name) => name.startsWith('payment_method_types')))
    throw invalidRequest(
      'payment_method_types is no longer supported: use allowed_payment_method_types.',
      'payment_method_types_no_longer_supported',
    )
  const amount = Number(form['amount'])
  if (!Number.isSafeInteger(amount) || amount <= 0) throw invalidRequest('Invalid positive integer')
  if (amount < 50) throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small')
  const method = await getPaymentMethod(tx, locationId, form['payment_method'] ?? '')
  const customer = form['customer'] ?? null
  if (customer !== null) await getCustomer(tx, locationId, customer)
  checkOwner(method, customer)
  const id = `pi_${ports.ids.secret()}`
  const intent: SandboxIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: form['currency'] ?? 'usd',
    client_secret: `${id}_secret_${ports.ids.secret()}`,
    confirmation_method: form['confirmation_method'] ?? 'automatic',
    status: 'requires_confirmation',
    payment_method: method.id,
    customer,
    setup_future_usage:
      customer !== null && form['setup_future_usage'] === 'on_session' ? 'on_session' : null,
    last_payment_error: null,
    next_action: null,
    metadata: {
      location: form['metadata[location]'] ?? '',
      ticket: form['metadata[ticket]'] ?? '',
      attempt: form['metadata[attempt]'] ?? '',
    },
    created: Math.floor(ports.clock.now() / 1000),
    livemode: false,
    sandbox: { authenticated: false },
  }
  return confirm(tx, locationId, intent, method, ports)
}

/** `GET /v1/payment_intents/{id}`. Throws SandboxError. */
export async function getIntent(tx: Queryable, locationId: string, id: string): Promise<SandboxIntent> {
  const intent = await findObject(tx, locationId, 'payment_intent', id)
  if (!intent)
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such payment_intent: '${id.slice(0, 60)}'`,
    })
  return intent
}

/** `POST /v1/payment_intents/{id}/confirm`. Throws SandboxError. */
export async function confirmIntent(
  tx: Transaction,
  locationId: string,
  id: string,
  ports: SandboxPorts,
): Promise<SandboxIntent> {
  const intent = await getIntent(tx, locationId, id)
  if (intent.status !== 'requires_confirmation') throw unexpectedState(intent, 'confirm')
  return confirm(
    tx,
    locationId,
    intent,
    await getPaymentMethod(tx, locationId, intent.payment_method ?? ''),
    ports,
  )
}

/** `POST /v1/payment_intents/{id}/cancel`. Throws SandboxError. */
export async function cancelIntent(
  tx: Transaction,
  locationId: string,
  id: string,
  ports: SandboxPorts,
): Promise<SandboxIntent> {
  const intent = await getIntent(tx, locationId, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel')
  return keep(tx, locationId, { ...intent, status: 'canceled', next_action: null }, ports)
}

/** The diner's answer to their bank. Throws SandboxError without the intent's own secret. */
export async function authenticateIntent(
  tx: Transaction,
  locationId: string,
  id: string,
  form: Form,
  ports: SandboxPorts,
): Promise<SandboxIntent> {
  const intent = await getIntent(tx, locationId, id)
  if (form['client_secret'] !== intent.client_secret)
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    )
  if (intent.status !== 'requires_action') return intent
  if (form['outcome'] === 'success')
    return keep(
      tx,
      locationId,
      { ...intent, status: 'requires_confirmation', next_action: null, sandbox: { authenticated: true } },
      ports,
    )
  const error = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: authenticationFailure,
  } as const
  return keep(
    tx,
    locationId,
    { ...intent, status: 'requires_payment_method', next_action: null, last_payment_error: error },
    ports,
  )
}

const authenticationFailure =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** A card that is saved for a customer can be charged only with that customer. */
function checkOwner({ id, customer: owner, sandbox }: SandboxMethod, customer: string | null): void {
  if (sandbox.detached) throw usedUp()
  // Missing in records of older sandboxes.
  if (owner === null || owner === undefined || owner === customer) return
  throw invalidRequest(
    customer === null
      ? `The payment method ${id} belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
      : `The payment method ${id} does not belong to the Customer you supplied ${customer}.`,
  )
}

function confirm(
  tx: Transaction,
  locationId: string,
  intent: SandboxIntent,
  method: SandboxMethod,
  ports: SandboxPorts,
): SandboxIntent {
  const { decline, authenticate } = method.sandbox
  if (authenticate && !intent.sandbox.authenticated) {
    const next = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } } as const
    return keep(tx, locationId, { ...intent, status: 'requires_action', next_action: next }, ports)
  }
  if (!decline) {
    // Saved for the customer once it has paid, as Stripe does.
    if (intent.setup_future_usage && method.customer !== intent.customer)
      saveObject(tx, locationId, { ...method, customer: intent.customer }, ports.clock.now())
    return keep(
      tx,
      locationId,
      { ...intent, status: 'succeeded', amount_received: intent.amount, next_action: null },
      ports,
    )
  }
  const code =
    decline.code === 'generic_decline' || decline.code === 'insufficient_funds'
      ? 'card_declined'
      : decline.code
  const error = { type: 'card_error', code, decline_code: decline.code, message: decline.message } as const
  keep(tx, locationId, { ...intent, status: 'requires_payment_method', last_payment_error: error }, ports)
  throw cardError(code, decline.message, decline.code)
}

function keep(
  tx: Transaction,
  locationId: string,
  intent: SandboxIntent,
  { clock }: SandboxPorts,
): SandboxIntent {
  saveObject(tx, locationId, intent, clock.now())
  return intent
}

const unexpectedState = (intent: SandboxIntent, verb: string): SandboxError =>
  invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    'payment_intent_unexpected_state',
  )
