import { randomBytes } from 'node:crypto'

/** Stripe's objects in the form of its API reference (docs.stripe.com/api), as far as a merchant's server reads them. */

export type Method = {
  id: string
  object: 'payment_method'
  type: 'card' | 'link'
  card?: {
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    fingerprint: string
    wallet: { type: 'apple_pay' | 'google_pay' | 'link'; dynamic_last4: string | null } | null
  }
  link?: { email: string | null }
  customer: string | null
  created: number
  livemode: boolean
  /** Not part of Stripe's object: how the bank answers. */
  bank: 'pays' | 'declines' | 'asks'
}

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  client_secret: string
  confirmation_method: string
  status: 'requires_action' | 'requires_confirmation' | 'requires_payment_method' | 'succeeded' | 'canceled'
  payment_method: string | null
  latest_charge: string | null
  customer: string | null
  last_payment_error: { type: 'card_error'; code: string; message: string } | null
  next_action: object | null
  metadata: Record<string, string>
  created: number
  livemode: boolean
}

export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  currency: string
  disputed: boolean
  metadata: Record<string, string>
  paid: boolean
  payment_intent: string | null
  payment_method: string | null
  refunded: boolean
  status: 'succeeded' | 'failed'
  created: number
  livemode: boolean
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string | null
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  metadata: Record<string, string>
  created: number
}

export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string | null
  reason: string
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
  metadata: Record<string, string>
  created: number
  livemode: boolean
}

export type StripeObject = Method | Intent | Charge | Refund | Dispute

/** `snapshot`: the object as it was at that time, without later changes. */
export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  account?: string
  created: number
  data: { object: StripeObject }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** One account with all of its objects, the newest last. */
export type Account = {
  id: string
  objects: Map<string, StripeObject>
  events: StripeEvent[]
  replies: Map<string, { body: string; reply: Promise<Reply> | undefined }>
}

export type Reply = { status: number; body: unknown }

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** A refusal in Stripe's format. */
export class StripeRefusal extends Error {
  readonly reply: Reply
  constructor(
    status: number,
    error: { type: string; code?: string; message: string; [more: string]: unknown },
  ) {
    super(error.message)
    this.reply = { status, body: { error } }
  }
}

export const invalid = (message: string, code?: string, status = 400, param?: string): StripeRefusal =>
  new StripeRefusal(status, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  })

export const newAccount = (id: string): Account => ({
  id,
  objects: new Map(),
  events: [],
  replies: new Map(),
})

type Kind = StripeObject['object']
type Of<K extends Kind> = Extract<StripeObject, { object: K }>

/** An object by its id. Throws 404 as Stripe does. */
export function get<K extends Kind>(account: Account, kind: K, id: string): Of<K> {
  const found = account.objects.get(id)
  if (found?.object !== kind) throw invalid(`No such ${kind}: '${id}'`, 'resource_missing', 404, kind)
  return found as Of<K>
}

/** All objects of a kind, the newest first. */
export const all = <K extends Kind>(account: Account, kind: K): Of<K>[] =>
  [...account.objects.values()].filter((one): one is Of<K> => one.object === kind).toReversed()
