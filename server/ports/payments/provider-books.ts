import type { Cents } from '#contract/money.ts'

/** What the card provider has in its own books of a location's money: what was charged, what went back, what cardholders dispute. Times are ms. */

export type ProviderCharge = {
  id: string
  /** Undefined: it was not made through here, but by hand in the provider's pages. */
  intentId: string | undefined
  /** The location that asked for it; undefined: none did. */
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
  /** This server asked for it: the key that it did with. */
  ownKey: string | undefined
  /** The location that asked for its charge, in a list of the books; undefined: none did, or it was not asked for. */
  locationId?: string | undefined
  createdAt: number
}

export type ProviderDispute = {
  id: string
  intentId: string | undefined
  amountCents: Cents
  /** `inquiry`: a question alone, no money has moved; `closed`: it was answered, and may become a dispute all the same. */
  state: 'inquiry' | 'closed' | 'open' | 'won' | 'lost'
  /** The provider's word for why (`fraudulent`). */
  reason: string
  /** The location that asked for its charge, in a list of the books; undefined: none did, or it was not asked for. */
  locationId?: string | undefined
  createdAt: number
}

/** Everything that has happened with one charge. */
export type ProviderPayment = {
  /** What the charge has come to; undefined: nothing was charged (yet). */
  charged: { amountCents: Cents; displayName: string } | undefined
  /** Which location asked for it, and under which key. */
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

/** What the provider tells of by itself. It bears no facts: what is so now is asked for (`ProviderAccount.findPayment`), in whatever order it is told. */
export type ProviderEvent = {
  /** Its own for ever: told twice, it has the same. */
  id: string
  /** The provider's word for it (`charge.refunded`). */
  type: string
  /** The charge that it is about. */
  intentId: string
  createdAt: number
}

/** An event, and the locations that it may be about; undefined: of a kind that nothing here follows from. */
export type ReportedEvent = { locationIds: readonly string[]; event: ProviderEvent | undefined }

/** What somebody sent is no event of this provider's for here. */
export class EventRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EventRefusedError'
  }
}

/** A message of the provider as it came. */
export type SignedMessage = { body: string; signature: string; nowMs: number }

/** A location's account with the provider, beside the charges that are made. No call here may stand inside a database transaction. */
export type ProviderAccount = {
  /** Whether the provider's messages about this location can be told from others'. */
  takesEvents(locationId: string): boolean
  /** A message about a location's account, its signature checked, and whose it may be: an account may be several locations'. Throws EventRefusedError. */
  readEvent(locationId: string, message: SignedMessage): ReportedEvent
  /** A message to a platform about one of its connected accounts, and whose that is. Throws EventRefusedError. */
  readPlatformEvent(message: SignedMessage): ReportedEvent
  /** What has happened with a charge until now; undefined where this account has none of that id. Throws PaymentsUnreachableError. */
  findPayment(locationId: string, intentId: string): Promise<ProviderPayment | undefined>
  /** The provider's books of a location's account between two times (ms; the later one not included). Throws PaymentsUnreachableError. */
  listBooks(locationId: string, when: { fromMs: number; untilMs: number }): Promise<ProviderBooks>
  /** The refunds of a location's account from a time on (ms): the newest, so many at most. Throws PaymentsUnreachableError. */
  listRefunds(locationId: string, which: { fromMs: number; atMost: number }): Promise<ProviderRefund[]>
  /** The disputes of one charge. Throws PaymentsUnreachableError. */
  listDisputes(locationId: string, intentId: string): Promise<ProviderDispute[]>
}
