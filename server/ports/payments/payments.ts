import type { Cents } from '#contract/money.ts'
import type { ProviderAccount } from './provider-books.ts'

/** One charge as the card provider is asked for it. */
export type Charge = {
  locationId: string
  /** What it is for, as whoever reads the provider's pages may know it. */
  about: string
  amountCents: Cents
  /** The payment method that the browser made in the provider's own fields. */
  paymentMethod: string
  /** The customer whose saved card it is; a new card is kept for them when it has paid. Undefined: used this once. */
  customerId?: string | undefined
  /** The same for every repetition of this charge: the provider then charges once. */
  idempotencyKey: string
}

/**
 * What became of a charge. `unknown`: the provider may or may not have charged; asking again with the same key tells. `isKeyRefused`: it let the account's
 * keys do nothing, so that this call charged nothing; an earlier one may have. `fault`, of what was declined: not for its card but for what the account
 * is or was asked, which every card would be; for the log, bears nothing of anybody's.
 */
export type ChargeOutcome =
  | { kind: 'succeeded'; intentId: string; displayName: string }
  | { kind: 'declined'; message: string; fault?: string }
  | { kind: 'authenticate'; intentId: string; clientSecret: string }
  | { kind: 'unknown'; reason: string; isKeyRefused?: true }

/** A charge that goes back as it came. */
export type Refund = {
  locationId: string
  /** The provider's id of the charge. */
  intentId: string
  amountCents: Cents
  /** The same for every repetition of this refund: the provider then gives it back once. */
  idempotencyKey: string
  /** So long due that the provider may have forgotten its key: it is looked for before it is asked for. */
  isOld: boolean
}

/** In the place of a refund's id: the provider had given it back before it was asked to. */
export const foundGivenBack = 'by hand'

/** What became of a refund. `failed`: the bank took nothing, and with this key never will. `unknown`: not certainly given back; asking again with the same key tells. */
export type RefundOutcome =
  | { kind: 'refunded'; refundId: string }
  | { kind: 'failed' }
  /** Its bank disputes the charge: nothing goes back before that is decided. */
  | { kind: 'disputed' }
  | { kind: 'unknown'; reason: string }

/** A card that a customer has paid with before. Its number stays with the provider. */
export type SavedCard = { id: string; brand: string; last4: string; expMonth: number; expYear: number }

/** The provider gave no answer, or one that is none; the message is for the log and bears nothing of anybody's. */
export class PaymentsUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PaymentsUnreachableError'
  }
}

/** The card provider. No call here may stand inside a database transaction. */
export type Payments = ProviderAccount & {
  provider: 'sandbox' | 'stripe'
  /** The key that a location's browsers use; where its money is a connected account's, a space and that account's id follow. */
  publishableKey(locationId: string): string
  /** Charges now. Never throws for what the provider says: it is an outcome. */
  charge(charge: Charge): Promise<ChargeOutcome>
  /** Goes on with a charge that asked for authentication, after the diner did it or gave up. */
  resume(charge: Charge, intentId: string): Promise<ChargeOutcome>
  /**
   * What became of a charge that was asked for between two times (ms), by its key, without charging. `never`: the provider never got it, or it was never
   * confirmed. Never throws for what the provider says: it is an outcome.
   */
  find(
    charge: Charge,
    when: { intentId: string | undefined; fromMs: number; untilMs: number },
  ): Promise<ChargeOutcome | { kind: 'never' }>
  /**
   * What the provider knows a card's number by, the same for every payment method made of it; undefined where it has none, or does not say in time: a
   * payment does not wait for it. Never throws.
   */
  findFingerprint(locationId: string, paymentMethod: string): Promise<string | undefined>
  /** Gives a charge back, all of it. Never throws for what the provider says: it is an outcome. */
  refund(refund: Refund): Promise<RefundOutcome>
  /**
   * Makes a customer for a user and gives its id; again with the same key, the same one. The provider gets ids only, no name and no address.
   * Throws PaymentsUnreachableError.
   */
  createCustomer(user: { locationId: string; userId: string; idempotencyKey: string }): Promise<string>
  /**
   * Opens an ephemeral key of a customer, in the API version asked for (specification §9). Its secret is dropped at once: nothing here needs it.
   * `gone`: the provider has no such customer (any more). Throws PaymentsUnreachableError.
   */
  openEphemeralKey(locationId: string, customerId: string, version: string): Promise<'open' | 'gone'>
  /** Deletes a customer with the cards that they keep there; one that is gone already is no error. Throws PaymentsUnreachableError. */
  forgetCustomer(locationId: string, customerId: string): Promise<void>
  /** A customer's cards, the newest first, each card once. Throws PaymentsUnreachableError. */
  listSavedCards(locationId: string, customerId: string): Promise<SavedCard[]>
  /**
   * Keeps a customer's card no longer, however often it was entered. One that is not the customer's is left as it is: gone already, or another's.
   * Throws PaymentsUnreachableError.
   */
  removeSavedCard(locationId: string, customerId: string, cardId: string): Promise<void>
}
