import { hourMs } from '#contract/durations.ts'
import Stripe from 'stripe'
import {
  type Charge,
  type ChargeOutcome,
  foundGivenBack,
  type Payments,
  type Refund,
  type RefundOutcome,
} from './payments.ts'
import { ownKey, stripeBooks } from './stripe-books.ts'
import { displayNameOf, stripeCustomers } from './stripe-customers.ts'
import { stripeEvents } from './stripe-events.ts'
import { judgeUnknownMethods } from './unknown-methods.ts'

/** How the SDK sends requests. */
export type ProviderClient = InstanceType<typeof Stripe.HttpClient>

/** A location's account with the provider. */
export type StripeAccount = {
  secretKey: string
  publishableKey: string
  /** The connected account that a platform's keys act for (`Stripe-Account`); undefined: the keys' own account. */
  account?: string | undefined
  /** Signs the provider's messages about this location; undefined: there are none. */
  webhookSecret?: string | undefined
}

type StripeOptions = {
  provider: 'sandbox' | 'stripe'
  /** The account of a location. */
  keysOf(locationId: string): StripeAccount
  /** The locations on the same account, including this one; default: only this one. */
  sharing?(locationId: string): readonly string[]
  /** How the provider is reached; default: over the network. The sandbox answers in this process. */
  client?: ProviderClient
  /** For a platform with connected accounts: the secret of messages about them, and each account's locations. */
  platform?: { webhookSecret: string | undefined; locationsOf(account: string): readonly string[] }
  /** The provider's origin; default: its own. */
  apiUrl?: string
}

/** Two tries of 20 s with a pause in between stay below the lease of a payment (modules/payments/outcomes.ts). */
const timeoutMs = 20_000
const networkRetries = 1

/** Card payments through Stripe's SDK: the same code whether Stripe answers or our compatible sandbox. */
export function stripePayments(options: StripeOptions): Payments {
  const clients = new Map<string, Stripe>()
  const clientOf = (locationId: string): Stripe => {
    const keys = options.keysOf(locationId)
    const whose = `${keys.secretKey} ${keys.account ?? ''}`
    const client = clients.get(whose) ?? makeClient(keys, options)
    clients.set(whose, client)
    return client
  }
  const judge = judgeUnknownMethods()
  return {
    provider: options.provider,
    publishableKey(locationId) {
      const { publishableKey, account } = options.keysOf(locationId)
      return account === undefined ? publishableKey : `${publishableKey} ${account}`
    },
    charge: async (charge) =>
      judge(charge, await outcomeOf(() => createIntent(clientOf(charge.locationId), charge))),
    ...stripeCustomers(clientOf),
    ...stripeBooks(clientOf),
    ...stripeEvents(options),
    find: (charge, when) => findIntent(clientOf(charge.locationId), charge, when),
    findFingerprint: (locationId, paymentMethod) => findFingerprint(clientOf(locationId), paymentMethod),
    resume: (charge, intentId) =>
      outcomeOf(() => resumeIntent(clientOf(charge.locationId), charge, intentId)),
    refund: (refund) => refundIntent(clientOf(refund.locationId), refund),
  }
}

const makeClient = (
  { secretKey, account }: StripeAccount,
  { client, apiUrl }: Pick<StripeOptions, 'client' | 'apiUrl'>,
): Stripe =>
  new Stripe(secretKey, {
    ...(client && { httpClient: client }),
    ...(account !== undefined && { stripeAccount: account }),
    ...(apiUrl !== undefined && addressOf(apiUrl)),
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
  })

/** An origin in the SDK's form. */
function addressOf(apiUrl: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (isPlain ? '80' : '443') : port,
  }
}

const expand = ['payment_method']

/** Confirmation is manual: after the diner has authenticated, nothing is charged until this server confirms, so an abandoned intent never charges. */
const createIntent = (stripe: Stripe, charge: Charge): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    {
      amount: charge.amountCents,
      currency: 'usd',
      payment_method: charge.paymentMethod,
      // The provider saves a new card for the customer when the charge succeeds, and refuses another customer's card.
      ...(charge.customerId !== undefined && {
        customer: charge.customerId,
        setup_future_usage: 'on_session' as const,
      }),
      allowed_payment_method_types: ['card', 'link'],
      confirmation_method: 'manual',
      confirm: true,
      use_stripe_sdk: true,
      expand,
      metadata: { location: charge.locationId, ticket: charge.about, attempt: charge.idempotencyKey },
    },
    { idempotencyKey: charge.idempotencyKey },
  )

/** A payment's lease has no room for a slow look-up: it gets this long (ms), once. */
const lookMs = 3000

async function findFingerprint(stripe: Stripe, paymentMethod: string): Promise<string | undefined> {
  try {
    const method = await stripe.paymentMethods.retrieve(
      paymentMethod,
      {},
      { timeout: lookMs, maxNetworkRetries: 0 },
    )
    return method.card?.fingerprint ?? undefined
  } catch {
    return undefined // The charge that follows will report any problem; the other counts apply meanwhile.
  }
}

async function resumeIntent(stripe: Stripe, charge: Charge, intentId: string): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand })
  if (intent.status !== 'requires_confirmation') return intent
  return stripe.paymentIntents.confirm(
    intentId,
    { expand },
    { idempotencyKey: `${charge.idempotencyKey}-confirm` },
  )
}

/**
 * How far this server's clock may differ from the provider's: a machine without time sync is minutes off. A search that misses a charge would treat it as never
 * made.
 */
const skewMs = hourMs

/** Only a charge that went through or was declined counts: one that is waiting for its diner or for this server was never confirmed, and now never will be. */
async function findIntent(
  stripe: Stripe,
  charge: Charge,
  { intentId, fromMs, untilMs }: FindWhen,
): Promise<ChargeOutcome | { kind: 'never' }> {
  try {
    const intent =
      intentId === undefined
        ? await searchIntent(stripe, charge, { fromMs: fromMs - skewMs, untilMs: untilMs + skewMs })
        : await stripe.paymentIntents.retrieve(intentId, { expand })
    if (!intent) return { kind: 'never' }
    const outcome = outcomeOfIntent(intent)
    return outcome.kind === 'authenticate' || intent.status === 'requires_confirmation'
      ? { kind: 'never' }
      : outcome
  } catch (error) {
    return unknownBy(error)
  }
}

type FindWhen = Parameters<Payments['find']>[1]

/** Lists all pages instead of using the search, which may lag behind by minutes. */
async function searchIntent(
  stripe: Stripe,
  { idempotencyKey }: Charge,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
) {
  const created = { gte: Math.floor(fromMs / 1000), lte: Math.ceil(untilMs / 1000) }
  for await (const intent of stripe.paymentIntents.list({
    created,
    limit: 100,
    expand: ['data.payment_method'],
  }))
    if (intent.metadata['attempt'] === idempotencyKey) return intent
  return undefined
}

/** Stripe's answers, by code, where asking again changes nothing (https://docs.stripe.com/error-codes). */
const refusedRefunds: Partial<Record<string, RefundOutcome>> = {
  // By hand, in the provider's dashboard: there is nothing left to do.
  charge_already_refunded: { kind: 'refunded', refundId: foundGivenBack },
  charge_disputed: { kind: 'disputed' },
  refund_disputed_payment: { kind: 'disputed' },
  // Too old for its card, or paid by a method without refunds: somebody has to pay it another way.
  charge_not_refundable: { kind: 'failed' },
}

/** The refund that was requested under a key; the provider lists it as long as its charge. */
async function findRefund(
  stripe: Stripe,
  intentId: string,
  idempotencyKey: string,
): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    if (refund.metadata?.[ownKey] === idempotencyKey) return refund
  return undefined
}

async function refundIntent(
  stripe: Stripe,
  { intentId, amountCents, idempotencyKey, isOld }: Refund,
): Promise<RefundOutcome> {
  try {
    const refund =
      (isOld ? await findRefund(stripe, intentId, idempotencyKey) : undefined) ??
      (await stripe.refunds.create(
        { payment_intent: intentId, amount: amountCents, metadata: { [ownKey]: idempotencyKey } },
        { idempotencyKey },
      ))
    if (refund.object !== 'refund')
      return { kind: 'unknown', reason: 'the provider answered something that is not a refund' }
    if (refund.status === 'failed' || refund.status === 'canceled') return { kind: 'failed' }
    return { kind: 'refunded', refundId: refund.id }
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined
    const answered = code === undefined ? undefined : refusedRefunds[code]
    if (answered) return answered
    return {
      kind: 'unknown',
      reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    }
  }
}

async function outcomeOf(call: () => Promise<Stripe.PaymentIntent>): Promise<ChargeOutcome> {
  try {
    return outcomeOfIntent(await call())
  } catch (error) {
    return outcomeOfError(error)
  }
}

function outcomeOfIntent(intent: Stripe.PaymentIntent): ChargeOutcome {
  // The SDK accepts any JSON without `error` as success, even a captive portal's.
  if (intent.object !== 'payment_intent')
    return { kind: 'unknown', reason: 'the provider answered something that is not a payment intent' }
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', intentId: intent.id, displayName: displayNameOf(intent) }
    case 'requires_action':
      return { kind: 'authenticate', intentId: intent.id, clientSecret: intent.client_secret ?? '' }
    case 'requires_payment_method':
      return { kind: 'declined', message: intent.last_payment_error?.message ?? 'Your card was declined.' }
    case 'canceled':
      return { kind: 'declined', message: 'This payment was canceled. Please try again.' }
    default:
      return { kind: 'unknown', reason: `the payment intent is ${intent.status}` }
  }
}

/** Only an answer that certainly means "not charged" is a decline; everything else is unknown, and is asked about again with the same key. */
function outcomeOfError(error: unknown): ChargeOutcome {
  if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined', message: error.message }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409) {
    return {
      kind: 'declined',
      message:
        error.code === 'amount_too_small'
          ? 'Card payments start at $0.50.'
          : 'This card could not be used. Please enter it again.',
      ...(!isOfCharge(error) && { fault: faultOf(error) }),
    }
  }
  return unknownBy(error)
}

/** Whether another card, or another amount, could have paid. For a missing payment method, unknown-methods.ts decides whose fault it is. */
const isOfCharge = ({ code, param, message }: Stripe.errors.StripeInvalidRequestError): boolean =>
  code === 'amount_too_small' ||
  code === 'payment_intent_unexpected_state' ||
  (code === 'resource_missing' && param === 'customer') ||
  (code !== 'resource_missing' &&
    (param?.startsWith('payment_method') === true || /payment ?method/i.test(message)))

const faultOf = ({ code, param, message }: Stripe.errors.StripeInvalidRequestError): string =>
  code === undefined ? message : [code, param].filter((text) => text !== undefined).join(' ')

function unknownBy(error: unknown): ChargeOutcome {
  const isKeyRefused =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  return {
    kind: 'unknown',
    reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    ...(isKeyRefused && { isKeyRefused }),
  }
}
