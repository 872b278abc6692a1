import type { Cents } from '#contract/money.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { ProblemError } from '#server/plugins/problems.ts'
import type { ProviderDispute } from '#server/ports/payments/provider-books.ts'
import type { Attempt, PayableRef } from './attempts.ts'
import type { ReturnedRefund } from './returned-refunds.ts'

/** What a payment charges, after everything that stood in its way was looked at. */
export type Prepared<T> = {
  /** The payable with what the request changed of it, and what was reserved for it. Written by `prepare`. */
  subject: T
  nonTipCents: Cents
  tipCents: Cents
  /** Kept with the attempt: what it came to when it was paid. */
  priced: unknown
  paymentSource: string
  customerId: string | undefined
  /** The mail address that a guest gave. */
  email: string | undefined
}

/** Money that has come. */
export type Received = { attempt: Attempt; intentId: string; displayName: string }

/** Money that the provider gave back without being asked from here. */
export type OutsideRefund = {
  /** The provider's own id of it. */
  id: string
  /** Of the charge. */
  intentId: string
  amountCents: Cents
  /** With it, all that was charged has gone back. */
  isAll: boolean
}

/** A dispute of a charge by its cardholder's bank that has changed. Lost or open, the bank has the money. */
export type Dispute = {
  id: string
  /** Of the charge. */
  intentId: string
  /** An inquiry that was closed is won, as far as anybody knows. */
  state: Exclude<ProviderDispute['state'], 'closed'>
  /** Of all disputes of the charge: whether one is open, and how much the bank has taken for good. */
  isOpen: boolean
  lostCents: Cents
}

/**
 * Something that is paid by card, as the payment room sees it: tickets and orders for gift cards have one each. Every function runs in the transaction
 * that it is given; the payable is locked before its attempts everywhere, so that two transactions cannot wait for each other.
 */
export type Payable<T> = {
  kind: PayableRef['kind']
  /** The payable as it is now, whosever it is, kept from others until the transaction ends. Throws when it has gone. */
  lock(tx: Transaction, merchant: Merchant, id: string): Promise<T>
  /** The provider has the money: it enters the ledger, and what was paid for is given. Once an attempt. */
  receive(tx: Transaction, merchant: Merchant, subject: T, received: Received): Promise<T>
  /** What else is to be done after `receive` where nobody waits for the answer any more: the guest tapped so many ms ago. */
  receivedLate?(tx: Transaction, merchant: Merchant, subject: T, agoMs: number): Promise<void>
  /** Whether a refund of the provider's is one that was asked for from here. */
  knowsRefund?(tx: Transaction, merchant: Merchant, refundId: string): Promise<boolean>
  /** Somebody gave money back in the provider's own pages: it enters the ledger. Once a refund. */
  refundedOutside(tx: Transaction, merchant: Merchant, subject: T, refund: OutsideRefund): Promise<void>
  /** Such a refund did not arrive, and the money is here again. Once a refund. */
  refundFailed(tx: Transaction, merchant: Merchant, subject: T, refund: OutsideRefund): Promise<void>
  /** A refund that was asked for from here did not arrive: the money is here again, and owed. Told twice, it changes nothing. */
  ownRefundFailed(tx: Transaction, merchant: Merchant, subject: T, refund: ReturnedRefund): Promise<void>
  /** How a dispute of the charge stands, each time that it changes; the ledger knows. */
  disputed(tx: Transaction, merchant: Merchant, subject: T, dispute: Dispute): Promise<void>
}

/** One request to pay. */
export type PaymentRequest<T> = {
  /** Locked, and seen to be the caller's. */
  subject: T
  id: string
  key: string
  /** Whose it is; undefined: a guest's. */
  userId: string | undefined
  /** Paid for already, whatever the key: nothing is charged, and the payable is the answer. */
  isDone: boolean
  /** Throws what stands in the way; gives what is charged, and writes what the request changes. */
  prepare(): Promise<Prepared<T>>
  /** What a request is told whose attempt was given up. */
  abandoned(): ProblemError
}
