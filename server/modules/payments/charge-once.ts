import type { Ids } from '#contract/ports.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import {
  type Claim,
  claimKey,
  finishClaim,
  keepReply,
  lockClaim,
  releaseClaim,
  type StoredReply,
} from '#server/plugins/idempotency-store.ts'
import { type IdempotencyPorts, refusalReply, underSavepoint } from '#server/plugins/idempotency.ts'
import type { ProblemError } from '#server/plugins/problems.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import { type AskPorts, askProvider } from './ask.ts'
import { admitAttempt, type Attempt, findAttempts, removeUnsent } from './attempts.ts'
import { beginPayment, chargeOf, finishPayment, type Payer } from './begin.ts'
import { admitPayment, type PaymentClient, type DeclinePorts, settleCounted } from './declines.ts'
import {
  authenticationRequired,
  declined,
  leaseMs,
  notCharged,
  type Outcome,
  unknownOutcome,
} from './outcomes.ts'
import type { Payable, PaymentRequest } from './payable.ts'

/**
 * Claim → ask the provider → finish (decision 011), for everything that is paid by card. The provider is never asked inside a transaction, and always with a
 * key made from the attempt, so that a call that was interrupted anywhere is continued by the next one with the same key and charges once.
 */

export type ChargePorts = IdempotencyPorts & AskPorts & DeclinePorts & { ids: Ids }

/** What differs between payables. */
type Charging<T> = {
  merchant: Merchant
  payable: Payable<T>
  /** The payable's id. */
  id: string
  client: PaymentClient
  /**
   * Loads and locks the payable and checks that it is the caller's; the lock is its first query. Under a savepoint: a refusal that it throws becomes the reply.
   */
  request(tx: Transaction): Promise<PaymentRequest<T>>
  /** The answer once it is paid. */
  replyOf(subject: T): StoredReply
}

type Begun = { attempt: Attempt; payer: Payer | undefined }
type Replied = { reply: StoredReply; replayed: boolean }

/** Makes a payment once for its claim, however often it is called. Throws 503 payment_unavailable when the outcome is not known. */
export async function chargeOnce<T>(
  ports: ChargePorts,
  claim: Claim,
  charging: Charging<T>,
): Promise<Replied> {
  const begun = await begin(ports, claim, charging)
  if ('reply' in begun) return begun
  if (begun.payer) await admit(ports, claim, charging, begun.attempt, begun.payer)
  const outcome = await ask(ports, charging, begun.attempt, { isFirst: begun.payer !== undefined })
  return {
    reply: await finish(ports, claim, charging, begun.attempt, outcome),
    replayed: false,
  }
}

/** A payment that is not admitted was never sent to the provider: it leaves no trace, and its key may start anew. */
async function admit<T>(
  { database, ...ports }: ChargePorts,
  claim: Claim,
  { merchant, client }: Charging<T>,
  attempt: Attempt,
  payer: Payer,
): Promise<void> {
  try {
    await admitPayment(ports, merchant, { attempt, payer, client }, (tx, counted) =>
      admitAttempt(tx, merchant.locationId, attempt, counted),
    )
  } catch (error) {
    await database.transaction(async (tx) => {
      lockClaim(tx, claim)
      await removeUnsent(tx, merchant.locationId, attempt)
      releaseClaim(tx, claim)
    })
    throw error
  }
}

/** Each round either starts the payment or settles one that another key left open; there is at most one of those at a time. */
async function begin<T>(ports: ChargePorts, claim: Claim, charging: Charging<T>): Promise<Replied | Begun> {
  for (let round = 1; ; round++) {
    const step = await beginOnce(ports, claim, charging)
    if (!('settle' in step)) return step
    const outcome = await ask(ports, charging, step.settle, { isFirst: false })
    const left = await ports.database.transaction((tx) =>
      finishPayment(tx, charging.merchant, charging.payable, step.settle, outcome),
    )
    if (left.settled) await settleCounted(ports, charging.merchant.locationId, left.attempt)
    if (outcome.kind === 'unknown' || round === 3) throw unknownOutcome()
  }
}

function beginOnce<T>(
  ports: ChargePorts,
  claim: Claim,
  charging: Charging<T>,
): Promise<Replied | Begun | { settle: Attempt }> {
  const { merchant, payable } = charging
  return ports.database.transaction(async (tx) => {
    // The claim and the payable in one round trip: the database engine serves nobody else meanwhile.
    const claiming = claimKey(tx, claim, ports.clock.now() + leaseMs)
    const early = tx.hasRoom() ? undefined : await claiming
    if (early) return { reply: early, replayed: true }
    const effect = underSavepoint(tx, async () => {
      const [request, attempts] = await both(
        charging.request(tx),
        // Read after the lock, in the same round trip.
        findAttempts(tx, merchant.locationId, { kind: payable.kind, id: charging.id }, claim.key),
      )
      if (await claiming) throw new AnsweredBeforeError()
      return beginPayment(tx, merchant, { payable, request }, attempts, ports)
    })
    await Promise.allSettled([claiming, effect])
    const stored = await claiming
    if (stored) {
      // Whatever the order's state, and what was read leaves no trace.
      tx.later('ROLLBACK TO SAVEPOINT effect')
      return { reply: stored, replayed: true }
    }
    const outcome = await effect
    if ('refusal' in outcome) {
      keepReply(tx, claim, { reply: outcome.refusal })
      return { reply: outcome.refusal, replayed: false }
    }
    const begun = outcome.value
    if (begun.kind === 'ask') {
      // A new attempt reaches the disk with its admission, before the provider is asked: until then nobody would miss it.
      if (begun.payer) tx.later(asynchronousCommit)
      return { attempt: begun.attempt, payer: begun.payer }
    }
    if (begun.kind === 'settle') {
      releaseClaim(tx, claim)
      return { settle: begun.attempt }
    }
    const reply = charging.replyOf(begun.subject)
    finishClaim(tx, claim, reply)
    return { reply, replayed: false }
  })
}

/** Ends the work of a request whose key has an answer. */
class AnsweredBeforeError extends Error {
  override name = 'AnsweredBeforeError'
}

/** The results of both, or the first error in this order once both have settled: nothing may go on in a transaction after it. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}

const ask = <T>(
  ports: ChargePorts,
  { merchant }: Charging<T>,
  attempt: Attempt,
  which: { isFirst: boolean },
): Promise<Outcome> => askProvider(ports, chargeOf(merchant, attempt), attempt, which)

async function finish<T>(
  ports: ChargePorts,
  claim: Claim,
  charging: Charging<T>,
  begun: Attempt,
  outcome: Outcome,
): Promise<StoredReply> {
  const { reply, ...left } = await ports.database.transaction(async (tx) => {
    lockClaim(tx, claim)
    const finished = await finishPayment(tx, charging.merchant, charging.payable, begun, outcome)
    return { ...finished, reply: replyTo(tx, claim, charging, finished) }
  })
  if (left.settled) await settleCounted(ports, charging.merchant.locationId, left.attempt)
  return reply
}

function replyTo<T>(
  tx: Transaction,
  claim: Claim,
  charging: Charging<T>,
  { subject, attempt }: { subject: T; attempt: Attempt },
): StoredReply {
  if (attempt.state === 'succeeded' || attempt.state === 'declined' || attempt.state === 'abandoned') {
    const refusal = (): ProblemError =>
      attempt.state === 'declined' ? declined(attempt.message) : notCharged(attempt.message)
    const reply = attempt.state === 'succeeded' ? charging.replyOf(subject) : refusalReply(refusal())
    finishClaim(tx, claim, reply)
    return reply
  }
  // Not the end: the same key may come again at once, after authentication or to learn the outcome.
  releaseClaim(tx, claim)
  return refusalReply(attempt.state === 'authenticating' ? authenticationRequired(attempt) : unknownOutcome())
}
