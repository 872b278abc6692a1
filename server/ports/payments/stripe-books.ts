import type Stripe from 'stripe'
import { PaymentsUnreachableError } from './payments.ts'
import type {
  ProviderAccount,
  ProviderBooks,
  ProviderCharge,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
} from './provider-books.ts'
import { displayNameOf, isMissing, reached } from './stripe-customers.ts'

/** Stripe's own books: charges, refunds and disputes, in their current state. */

/** Stripe's largest page size. */
const limit = 100
/** A refund's or dispute's location is in its charge. */
const expand = ['data.charge']

/** Marks a refund as ours, so that it is never taken for one made by hand. */
export const ownKey = 'larder_key'

/** The part of the port that reads Stripe’s books. Every call rejects with PaymentsUnreachableError where Stripe gives no answer. */
export function stripeBooks(
  clientOf: (locationId: string) => Stripe,
): Pick<ProviderAccount, 'findPayment' | 'listBooks' | 'listRefunds' | 'listDisputes'> {
  return {
    findPayment: (locationId, intentId) => reached(() => findPayment(clientOf(locationId), intentId)),
    listBooks: (locationId, when) => reached(() => listBooks(clientOf(locationId), when)),
    listRefunds: (locationId, { fromMs, atMost }) =>
      reached(() => {
        const created = { gte: Math.ceil(fromMs / 1000) }
        return all(clientOf(locationId).refunds.list({ created, limit }), refundOf, atMost)
      }),
    listDisputes: (locationId, intentId) => reached(() => disputesOf(clientOf(locationId), intentId)),
  }
}

async function findPayment(stripe: Stripe, intentId: string): Promise<ProviderPayment | undefined> {
  const intent = await findIntent(stripe, intentId)
  if (!intent) return undefined
  const [refunds, disputes] = await Promise.all([
    all(stripe.refunds.list({ payment_intent: intentId, limit }), refundOf),
    disputesOf(stripe, intentId),
  ])
  return {
    charged:
      intent.status === 'succeeded'
        ? { amountCents: intent.amount_received, displayName: displayNameOf(intent) }
        : undefined,
    locationId: intent.metadata['location'],
    chargeKey: intent.metadata['attempt'],
    refunds,
    disputes,
  }
}

async function findIntent(stripe: Stripe, intentId: string): Promise<Stripe.PaymentIntent | undefined> {
  try {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })
    if (intent.object !== 'payment_intent')
      throw new PaymentsUnreachableError('the provider answered something that is not a payment intent')
    return intent
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function listBooks(
  stripe: Stripe,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<ProviderBooks> {
  const when = { created: { gte: Math.ceil(fromMs / 1000), lt: Math.ceil(untilMs / 1000) }, limit }
  const [charges, refunds, disputes] = await Promise.all([
    all(stripe.charges.list(when), chargeOf),
    all(stripe.refunds.list({ ...when, expand }), refundOf),
    all(stripe.disputes.list({ ...when, expand }), disputeOf),
  ])
  return { charges: charges.filter((one) => one !== undefined), refunds, disputes }
}

/** Empty for a charge that the account does not have (anymore). */
async function disputesOf(stripe: Stripe, intentId: string): Promise<ProviderDispute[]> {
  try {
    return await all(stripe.disputes.list({ payment_intent: intentId, limit }), disputeOf)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function all<T, R>(
  pages: AsyncIterable<T>,
  read: (one: T) => R,
  atMost = Number.POSITIVE_INFINITY,
): Promise<R[]> {
  const found: R[] = []
  for await (const one of pages) {
    found.push(read(one))
    if (found.length === atMost) break
  }
  return found
}

/** Undefined for one that did not go through. */
const chargeOf = (charge: Stripe.Charge): ProviderCharge | undefined =>
  charge.status === 'succeeded' && charge.captured
    ? {
        id: charge.id,
        intentId: idOf(charge.payment_intent),
        locationId: charge.metadata['location'],
        amountCents: charge.amount_captured,
        createdAt: charge.created * 1000,
      }
    : undefined

const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  amountCents: refund.amount,
  state: refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'done',
  ownKey: refund.metadata?.[ownKey],
  locationId: locationOf(refund.charge),
  createdAt: refund.created * 1000,
})

const disputeOf = (dispute: Stripe.Dispute): ProviderDispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent),
  amountCents: dispute.amount,
  state: stateOf(dispute.status),
  reason: dispute.reason,
  locationId: locationOf(dispute.charge),
  createdAt: dispute.created * 1000,
})

const locationOf = (charge: string | Stripe.Charge | null): string | undefined =>
  typeof charge === 'string' ? undefined : charge?.metadata['location']

function stateOf(status: string): ProviderDispute['state'] {
  if (status === 'warning_closed') return 'closed'
  if (status.startsWith('warning_')) return 'inquiry'
  // `prevented`: it was settled before the bank took anything back.
  if (status === 'won' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

/** The id, where the whole object may be given. */
export const idOf = (one: string | { id: string } | null | undefined): string | undefined =>
  typeof one === 'string' ? one : one?.id
