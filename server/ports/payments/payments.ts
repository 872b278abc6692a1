import type { Cents } from '#contract/money.ts'

/** One charge as the card provider is asked for it. */
export type Charge = {
  locationId: string
  ticketId: string
  amountCents: Cents
  /** The payment method that the browser made in the provider's own fields. */
  paymentMethod: string
  /** The same for every repetition of this charge: the provider then charges once. */
  idempotencyKey: string
}

/** What became of a charge. `unknown`: the provider may or may not have charged; asking again with the same key tells. */
export type ChargeOutcome =
  | { kind: 'succeeded'; intentId: string; displayName: string }
  | { kind: 'declined'; message: string }
  | { kind: 'authenticate'; intentId: string; clientSecret: string }
  | { kind: 'unknown'; reason: string }

/** The card provider. No call here may stand inside a database transaction. */
export type Payments = {
  provider: 'sandbox' | 'stripe'
  /** The key that a location's browsers use. */
  publishableKey(locationId: string): string
  /** Charges now. Never throws for what the provider says: it is an outcome. */
  charge(charge: Charge): Promise<ChargeOutcome>
  /** Goes on with a charge that asked for authentication, after the diner did it or gave up. */
  resume(charge: Charge, intentId: string): Promise<ChargeOutcome>
}
