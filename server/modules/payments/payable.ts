import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { ProblemError } from '#server/plugins/problems.ts'
import type { ProviderDispute } from '#server/ports/payments/provider-books.ts'
import type { Attempt, PayableRef } from './attempts.ts'
import type { RequestedRefund } from './returned-refunds.ts'

/** What a payment charges, after all checks. */
export type Prepared<T> = {
  /** The payable with the request's changes and reservations, saved by `prepare`. */
  subject: T
  nonTipCents: Cents
  tipCents: Cents
  /** Stored with the attempt: the price when it was paid. */
  priced: unknown
  paymentSource: string
  customerId: string | undefined
  /** The email that a guest gave. */
  email: string | undefined
}

/** A payment that arrived. */
export type Received = { attempt: Attempt; intentId: string; displayName: string }

/** A refund that the provider made without this server asking. */
export type OutsideRefund = {
  /** The refund's id at the provider. */
  id: string
  /** The charge's. */
  intentId: string
  amountCents: Cents
  /** With it, the whole charge is refunded. */
  isAll: boolean
}

/** A changed dispute of a charge by its cardholder's bank. While lost or open, the bank has the money. */
export type Dispute = {
  id: string
  /** The charge's. */
  intentId: string
  /** A closed inquiry counts as won. */
  state: Exclude<ProviderDispute['state'], 'closed'>
  /** Over all disputes of the charge: whether one is open, and how much the bank has taken for good. */
  isOpen: boolean
  lostCents: Cents
}

/**
 * Something that is paid by card, as the payments module sees it; tickets and gift card orders implement it. Every function runs in the caller's transaction;
 * the payable is always locked before its attempts, to avoid deadlocks.
 */
export type Payable<T> = {
  kind: PayableRef['kind']
  /** The payable, whoever's it is, locked until the transaction ends. Throws when it does not exist. */
  lock(tx: Transaction, merchant: Merchant, id: string): Promise<T>
  /** The provider has the money: books it in the ledger, and gives what was paid for. Once per attempt. */
  receive(tx: Transaction, merchant: Merchant, subject: T, received: Received): Promise<T>
  /** What else to do after `receive` where nobody waits for the answer anymore: the guest tapped this many ms ago. */
  receivedLate?(tx: Transaction, merchant: Merchant, subject: T, agoMs: number): Promise<void>
  /** Whether a refund was requested by this server. */
  knowsRefund?(tx: Transaction, merchant: Merchant, refundId: string): Promise<boolean>
  /** Somebody refunded money in the provider's dashboard: books it in the ledger. Once per refund. */
  refundedOutside(tx: Transaction, merchant: Merchant, subject: T, refund: OutsideRefund): Promise<void>
  /** Such a refund did not arrive, and the money is back. Once per refund. */
  refundFailed(tx: Transaction, merchant: Merchant, subject: T, refund: OutsideRefund): Promise<void>
  /** The provider has made a refund that this server requested: books it where the answer never came. Repeating it changes nothing. */
  ownRefundMade(tx: Transaction, merchant: Merchant, subject: T, refund: RequestedRefund): Promise<void>
  /** A refund requested by this server did not arrive: the money is back, and owed. Repeating it changes nothing. */
  ownRefundFailed(tx: Transaction, merchant: Merchant, subject: T, refund: RequestedRefund): Promise<void>
  /** Books the state of a dispute of the charge, each time it changes. */
  disputed(tx: Transaction, merchant: Merchant, subject: T, dispute: Dispute): Promise<void>
}

/** A request to pay. */
export type PaymentRequest<T> = {
  /** Locked, and checked to be the caller's. */
  subject: T
  id: string
  key: string
  /** The owner; undefined: a guest's. */
  userId: string | undefined
  /** Already paid for, whatever the key: nothing is charged, and the payable is the answer. */
  isDone: boolean
  /** Throws if the payment is not possible; else saves the request's changes and returns what to charge. */
  prepare(): Promise<Prepared<T>>
  /** The error for a request whose attempt was abandoned. */
  abandoned(): ProblemError
}
