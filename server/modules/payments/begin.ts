import type { Clock, Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { inProgress } from '#server/plugins/idempotency-store.ts'
import type { Charge } from '#server/ports/payments/payments.ts'
import {
  abandonAttempt,
  abandonUnsent,
  aboutOf,
  type Attempt,
  type FoundAttempts,
  getAttempt,
  insertAttempt,
  wasNeverSent,
  type PayableRef,
  removeUnsent,
  updateAttempt,
} from './attempts.ts'
import {
  checkNotRunning,
  declined,
  isFinal,
  leased,
  leaseMs,
  notCharged,
  type Outcome,
  settledBy,
} from './outcomes.ts'
import type { Payable, PaymentRequest, Prepared } from './payable.ts'

/** The two database parts of a card payment, whatever is paid: before the provider is asked, and after. Each runs in the caller's transaction. */

type Begun<T> =
  /** Ask the provider about this attempt, perhaps again; it is leased to us. */
  | { kind: 'ask'; attempt: Attempt; payer?: Payer }
  /** Somebody else's attempt was left open, and must be settled before this payment can start. */
  | { kind: 'settle'; attempt: Attempt }
  | { kind: 'done'; subject: T }

/** Who makes a new attempt, as far as the payable says. */
export type Payer = { userId: string | undefined; email: string | undefined }

type BeginPorts = { clock: Clock; ids: Ids }

/**
 * Starts a payment, or continues the one that this key started; the attempts were read under the payable's lock. Throws what the guest is told: what `prepare`
 * throws, 402 for a decline under this key, 409 idempotency_in_progress while another payment of the same payable runs.
 */
export async function beginPayment<T>(
  tx: Transaction,
  merchant: Merchant,
  { payable, request }: { payable: Payable<T>; request: PaymentRequest<T> },
  { own, open }: FoundAttempts,
  ports: BeginPorts,
): Promise<Begun<T>> {
  const nowMs = ports.clock.now()
  const { subject, key, isDone } = request
  if (isDone) return { kind: 'done', subject }
  const ref: PayableRef = { kind: payable.kind, id: request.id }
  if (own && !wasNeverSent(own)) return continueAttempt(tx, merchant, request, own, nowMs)
  if (open?.state === 'started') {
    checkNotRunning(open, nowMs)
    // First of all, even for an order that is over: it may have been charged.
    if (open.admitted) return { kind: 'settle', attempt: lease(tx, merchant, open, nowMs) }
  }
  const prepared = await request.prepare()
  if (open) await abandonOpen(tx, merchant, open, own)
  const attempt = newAttempt(ref, key, prepared, ports)
  insertAttempt(tx, merchant.locationId, attempt)
  return { kind: 'ask', attempt, payer: { userId: request.userId, email: prepared.email } }
}

/** Makes room for a new attempt. Throws 409 idempotency_in_progress while the process that started the open one continues it. */
async function abandonOpen(
  tx: Transaction,
  { locationId }: Merchant,
  open: Attempt,
  own: Attempt | undefined,
): Promise<void> {
  // A guest who gave up authenticating may pay another way.
  if (!wasNeverSent(open)) return abandonAttempt(tx, locationId, open)
  // Its own key starts anew, and is counted now; another key's attempt ends.
  const isGivenUp =
    open === own ? await removeUnsent(tx, locationId, open) : await abandonUnsent(tx, locationId, open)
  if (!isGivenUp) throw inProgress()
}

const newAttempt = <T>(
  payable: PayableRef,
  key: string,
  prepared: Prepared<T>,
  { clock, ids }: BeginPorts,
): Attempt => ({
  id: ids.uuid(),
  payable,
  idempotencyKey: key,
  nonTipCents: prepared.nonTipCents,
  tipCents: prepared.tipCents,
  paymentSource: prepared.paymentSource,
  customerId: prepared.customerId,
  priced: prepared.priced,
  state: 'started',
  intentId: undefined,
  clientSecret: undefined,
  message: undefined,
  lockedUntil: clock.now() + leaseMs,
  createdAt: clock.now(),
  admitted: false,
  counted: [],
})

function continueAttempt<T>(
  tx: Transaction,
  merchant: Merchant,
  request: PaymentRequest<T>,
  own: Attempt,
  nowMs: number,
): Begun<T> {
  if (own.state === 'succeeded') return { kind: 'done', subject: request.subject }
  if (own.state === 'declined') throw declined(own.message)
  if (own.state === 'abandoned')
    throw own.message === undefined ? request.abandoned() : notCharged(own.message)
  if (own.state === 'started' && own.lockedUntil > nowMs) throw inProgress()
  return { kind: 'ask', attempt: lease(tx, merchant, own, nowMs) }
}

/** Leases an attempt, so that no other process asks about it meanwhile. */
export function lease(tx: Transaction, merchant: Merchant, attempt: Attempt, nowMs: number): Attempt {
  const taken = leased(attempt, nowMs)
  updateAttempt(tx, merchant.locationId, taken)
  return taken
}

/** The charge to request from the provider. */
export const chargeOf = ({ locationId }: Merchant, attempt: Attempt): Omit<Charge, 'idempotencyKey'> => ({
  locationId,
  about: aboutOf(attempt.payable),
  amountCents: attempt.nonTipCents + attempt.tipCents,
  paymentMethod: attempt.paymentSource,
  customerId: attempt.customerId,
})

/**
 * Stores the provider's answer. Returns the attempt as it is now: another process may have settled it meanwhile; then `settled` is false. Whoever settles it
 * passes it to `settleCounted` (declines.ts) after the transaction. A final outcome is stored by whoever learns of it; others only by the holder of the lease,
 * since another process may be further by now.
 */
export async function finishPayment<T>(
  tx: Transaction,
  merchant: Merchant,
  payable: Payable<T>,
  begun: Attempt,
  outcome: Outcome,
): Promise<{ subject: T; attempt: Attempt; received: boolean; settled: boolean }> {
  const [subject, attempt] = await Promise.all([
    payable.lock(tx, merchant, begun.payable.id),
    getAttempt(tx, merchant.locationId, begun.id),
  ])
  const isOurs = attempt.state === 'started' && attempt.lockedUntil === begun.lockedUntil
  const isOpen = attempt.state === 'started' || attempt.state === 'authenticating'
  if (!(isOurs || (isOpen && isFinal(outcome)))) return { subject, attempt, received: false, settled: false }
  const settled = settledBy(attempt, outcome)
  updateAttempt(tx, merchant.locationId, settled)
  if (outcome.kind !== 'succeeded') return { subject, attempt: settled, received: false, settled: true }
  const { intentId, displayName } = outcome
  return {
    subject: await payable.receive(tx, merchant, subject, { attempt: settled, intentId, displayName }),
    attempt: settled,
    received: true,
    settled: true,
  }
}
