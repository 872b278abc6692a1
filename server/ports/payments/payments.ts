import type { Cents } from '#contract/money.ts'
import type { ProviderAccount } from './provider-books.ts'

/** A charge to request from the card provider. */
export type Charge = {
  locationId: string
  /** What it is for, in words for the provider's dashboard, whose readers must not learn more. */
  about: string
  amountCents: Cents
  /** The payment method that the browser created in the provider's own fields. */
  paymentMethod: string
  /** The customer whose saved card it is; a new card is saved for them once it has paid. Undefined: used only once. */
  customerId?: string | undefined
  /** The same for every repetition of this charge: the provider then charges once. */
  idempotencyKey: string
}

/**
 * The outcome of a charge. `unknown`: the provider may or may not have charged; asking again with the same key tells. `isKeyRefused`: it rejected the account's
 * keys, so this call charged nothing; an earlier one may have. `fault`: the decline is not due to the card but to the account or the request, and would hit
 * every card; for the log, without private data.
 */
export type ChargeOutcome =
  | { kind: 'succeeded'; intentId: string; displayName: string }
  | { kind: 'declined'; message: string; fault?: string }
  | { kind: 'authenticate'; intentId: string; clientSecret: string }
  | { kind: 'unknown'; reason: string; isKeyRefused?: true }

/** A charge to refund in full or in part. */
export type Refund = {
  locationId: string
  /** The provider's id of the charge. */
  intentId: string
  amountCents: Cents
  /** The same for every repetition of this refund: the provider then refunds once. */
  idempotencyKey: string
  /** Due for so long that the provider may have forgotten its key: it is searched for before it is requested. */
  isOld: boolean
}

/** In place of a refund's id: the provider had refunded it before this server asked. */
export const foundGivenBack = 'by hand'

/**
 * The outcome of a refund. `failed`: the bank did not accept it, and with this key never will. `unknown`: not certain; asking again with the same key tells.
 */
export type RefundOutcome =
  | { kind: 'refunded'; refundId: string }
  | { kind: 'failed' }
  /** The charge is disputed: nothing is refunded before that is decided. */
  | { kind: 'disputed' }
  | { kind: 'unknown'; reason: string }

/** A card that a customer has paid with before. Its number stays with the provider. */
export type SavedCard = { id: string; brand: string; last4: string; expMonth: number; expYear: number }

/** The provider did not answer, or not validly; the message is for the log and contains no private data. */
export class PaymentsUnreachableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PaymentsUnreachableError'
  }
}

/** The card provider. Must not be called in a database transaction. */
export type Payments = ProviderAccount & {
  provider: 'sandbox' | 'stripe'
  /** The key for a location's browsers; where the money goes to a connected account, followed by a space and that account's id. */
  publishableKey(locationId: string): string
  /** Charges now. Never throws for the provider's answers: they are outcomes. */
  charge(charge: Charge): Promise<ChargeOutcome>
  /** Continues a charge that required authentication, after the diner has finished it or given up. */
  resume(charge: Charge, intentId: string): Promise<ChargeOutcome>
  /**
   * The outcome of a charge that was requested between two times (ms), by its key, without charging. `never`: the provider never got it, or it was never
   * confirmed. Never throws for the provider's answers: they are outcomes.
   */
  find(
    charge: Charge,
    when: { intentId: string | undefined; fromMs: number; untilMs: number },
  ): Promise<ChargeOutcome | { kind: 'never' }>
  /**
   * The provider's fingerprint of a card's number, the same for every payment method created from it; undefined where there is none, or it takes too long: a
   * payment does not wait for it. Never throws.
   */
  findFingerprint(locationId: string, paymentMethod: string): Promise<string | undefined>
  /** Refunds a charge. Never throws for the provider's answers: they are outcomes. */
  refund(refund: Refund): Promise<RefundOutcome>
  /**
   * Creates a customer for a user and returns its id; the same one for the same key. The provider gets ids only, no name and no address. Throws
   * PaymentsUnreachableError.
   */
  createCustomer(user: { locationId: string; userId: string; idempotencyKey: string }): Promise<string>
  /**
   * Opens an ephemeral key of a customer, in the requested API version (specification §9). Its secret is discarded: nothing here needs it. `gone`: the provider
   * has no such customer (anymore). Throws PaymentsUnreachableError.
   */
  openEphemeralKey(locationId: string, customerId: string, version: string): Promise<'open' | 'gone'>
  /** Deletes a customer with their saved cards; one that no longer exists is no error. Throws PaymentsUnreachableError. */
  forgetCustomer(locationId: string, customerId: string): Promise<void>
  /** A customer's cards, the newest first, each card once. Throws PaymentsUnreachableError. */
  listSavedCards(locationId: string, customerId: string): Promise<SavedCard[]>
  /**
   * Removes a customer's card, however often it was entered. One that is not the customer's is left as it is: already removed, or another's. Throws
   * PaymentsUnreachableError.
   */
  removeSavedCard(locationId: string, customerId: string, cardId: string): Promise<void>
}
