import type { Cents } from '#contract/money.ts'

/** The card provider's own books of a location's money: charges, refunds and disputes. Times are in ms. */

export type ProviderCharge = {
  id: string
  /** Undefined: it was made by hand in the provider's dashboard. */
  intentId: string | undefined
  /** The location that requested it; undefined: none did. */
  locationId: string | undefined
  amountCents: Cents
  createdAt: number
}

export type ProviderRefund = {
  id: string
  intentId: string | undefined
  amountCents: Cents
  /** `failed`: the money came back, or never went. */
  state: 'done' | 'failed'
  /** The key under which this server requested it; undefined: it did not. */
  ownKey: string | undefined
  /** Set in lists: the location that requested its charge; undefined: none did, or it was not looked up. */
  locationId?: string | undefined
  createdAt: number
}

export type ProviderDispute = {
  id: string
  intentId: string | undefined
  amountCents: Cents
  /** `inquiry`: only a question, no money has moved; `closed`: it was answered, but may still become a dispute. */
  state: 'inquiry' | 'closed' | 'open' | 'won' | 'lost'
  /** The provider's word for the reason (`fraudulent`). */
  reason: string
  /** Set in lists: the location that requested its charge; undefined: none did, or it was not looked up. */
  locationId?: string | undefined
  createdAt: number
}

/** Everything that has happened to one charge. */
export type ProviderPayment = {
  /** The outcome of the charge; undefined: nothing was charged (yet). */
  charged: { amountCents: Cents; displayName: string } | undefined
  /** The location that requested it, and the key. */
  locationId: string | undefined
  chargeKey: string | undefined
  refunds: readonly ProviderRefund[]
  disputes: readonly ProviderDispute[]
}

export type ProviderBooks = {
  charges: readonly ProviderCharge[]
  refunds: readonly ProviderRefund[]
  disputes: readonly ProviderDispute[]
}

/**
 * An event that the provider reports. It carries no facts: the current state is fetched (`ProviderAccount.findPayment`), so the order of events does not
 * matter.
 */
export type ProviderEvent = {
  /** Unique: the same event sent twice has the same id. */
  id: string
  /** The provider's type (`charge.refunded`). */
  type: string
  /** The charge that it is about. */
  intentId: string
  createdAt: number
}

/** An event, and the locations that it may be about; undefined: a type that this server ignores. */
export type ReportedEvent = { locationIds: readonly string[]; event: ProviderEvent | undefined }

/** The message is not an event of this provider for this server. */
export class EventRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EventRefusedError'
  }
}

/** A message of the provider, as received. */
export type SignedMessage = { body: string; signature: string; nowMs: number }

/** A location's account with the provider: its events and books. Must not be called in a database transaction. */
export type ProviderAccount = {
  /** Whether the provider's messages about this location can be authenticated. */
  takesEvents(locationId: string): boolean
  /**
   * Verifies and reads a message about a location's account, and says which locations it may be about: several may share an account. Throws EventRefusedError.
   */
  readEvent(locationId: string, message: SignedMessage): ReportedEvent
  /** Verifies and reads a message to a platform about one of its connected accounts, and says whose that is. Throws EventRefusedError. */
  readPlatformEvent(message: SignedMessage): ReportedEvent
  /** What has happened to a charge so far; undefined where this account has none with that id. Throws PaymentsUnreachableError. */
  findPayment(locationId: string, intentId: string): Promise<ProviderPayment | undefined>
  /** The provider's books of a location's account between two times (ms; the end is excluded). Throws PaymentsUnreachableError. */
  listBooks(locationId: string, when: { fromMs: number; untilMs: number }): Promise<ProviderBooks>
  /** The newest refunds of a location's account since a time (ms), at most `atMost`. Throws PaymentsUnreachableError. */
  listRefunds(locationId: string, which: { fromMs: number; atMost: number }): Promise<ProviderRefund[]>
  /** The disputes of one charge. Throws PaymentsUnreachableError. */
  listDisputes(locationId: string, intentId: string): Promise<ProviderDispute[]>
}
