import Stripe from 'stripe'
import {
  EventRefusedError,
  type ProviderAccount,
  type ProviderEvent,
  type SignedMessage,
  type ReportedEvent,
} from './provider-books.ts'
import { idOf } from './stripe-books.ts'

/** Stripe's webhook events (docs.stripe.com/webhooks): signed over the raw bytes, at most five minutes old. */

type EventOptions = {
  /** A location's connected account, and the secret that signs its messages. */
  keysOf(locationId: string): { account?: string | undefined; webhookSecret?: string | undefined }
  /** The locations on the same account. */
  sharing?: ((locationId: string) => readonly string[]) | undefined
  platform?:
    | { webhookSecret: string | undefined; locationsOf(account: string): readonly string[] }
    | undefined
}

/** Stripe retries for three days, and signs each attempt anew. */
const toleranceSeconds = 5 * 60

/** The part of the port that takes what Stripe sends. Reading throws EventRefusedError for a message that is not signed by Stripe, or is about another account. */
export function stripeEvents({
  keysOf,
  sharing = (locationId) => [locationId],
  platform,
}: EventOptions): Pick<ProviderAccount, 'takesEvents' | 'readEvent' | 'readPlatformEvent'> {
  return {
    takesEvents: (locationId) => keysOf(locationId).webhookSecret !== undefined,
    readEvent(locationId, message) {
      const { account, webhookSecret } = keysOf(locationId)
      const event = verified(message, webhookSecret)
      if (event.account !== undefined && event.account !== account)
        throw new EventRefusedError('it is about an account that is not this location’s')
      // One set of keys has one secret, so all its accounts share one address: a message may be about any of them.
      return routeEvent(sharing(locationId), event)
    },
    readPlatformEvent(message) {
      const event = verified(message, platform?.webhookSecret)
      const locationIds = event.account === undefined ? [] : (platform?.locationsOf(event.account) ?? [])
      if (locationIds.length === 0)
        throw new EventRefusedError('it is about an account that is no location’s')
      return routeEvent(locationIds, event)
    },
  }
}

function verified({ body, signature, nowMs }: SignedMessage, secret: string | undefined): Stripe.Event {
  if (secret === undefined) throw new EventRefusedError('nothing is taken here')
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, nowMs)
  } catch (cause) {
    // The SDK's error contains the message itself.
    throw new EventRefusedError(
      cause instanceof Stripe.errors.StripeSignatureVerificationError
        ? 'its signature is not the provider’s, or too old'
        : 'it cannot be read',
    )
  }
  if (event.object !== 'event' || typeof event.id !== 'string') throw new EventRefusedError('it is no event')
  return event
}

/** The location that the charge names, where the event contains the charge; else all of the account's locations, each of which checks whether it is theirs. */
function routeEvent(locationIds: readonly string[], event: Stripe.Event): ReportedEvent {
  const { object } = event.data
  const named = 'metadata' in object ? object.metadata?.['location'] : undefined
  return {
    locationIds: named !== undefined && locationIds.includes(named) ? [named] : locationIds,
    event: eventOf(event),
  }
}

/** Undefined for types that this server ignores. */
function eventOf(event: Stripe.Event): ProviderEvent | undefined {
  const intentId = intentOf(event)
  return intentId === undefined
    ? undefined
    : { id: event.id, type: event.type, intentId, createdAt: event.created * 1000 }
}

function intentOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'payment_intent.succeeded':
      return event.data.object.id
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return idOf(event.data.object.payment_intent)
    default:
      return undefined
  }
}
