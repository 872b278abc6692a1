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
 * Claim → ask the provider → finish (decision 011), for whatever is paid by card. The provider is never asked inside a transaction, and always with
 * a key made from the attempt, so that a call cut short anywhere is taken up by the next one with the same key and charges once.
 */

export type ChargePorts = IdempotencyPorts & AskPorts & DeclinePorts & { ids: Ids }

/** What is a payment's own. */
type Charging<T> = {
  merchant: Merchant
  payable: Payable<T>
  /** Of what is paid. */
  id: string
  client: PaymentClient
  /**
   * Finds what is paid, locks it and sees that it is the caller's; the lock is what it asks the database for first. Under a savepoint: what it throws
   * as a refusal becomes the reply.
   */
  request(tx: Transaction): Promise<PaymentRequest<T>>
  /** The answer when it is paid. */
  replyOf(subject: T): StoredReply
}

type Begun = { attempt: Attempt; payer: Payer | undefined }
type Replied = { reply: StoredReply; replayed: boolean }

/** Makes a payment once for its claim, however often it is called. Throws 503 payment_unavailable when what happened is not known. */
export async function chargeOnce<T>(
  ports: ChargePorts,
  claim: Claim,
  charging: Charging<T>,
): Promise<Replied> {
  const begun = await begin(ports, claim, charging)
  if ('reply' in begun) return begun
  if (begun.payer) await admit(ports, claim, charging, begun.attempt, begun.payer)
  const outcome = await ask(ports, charging, begun.attempt, begun.payer !== undefined)
  return {
    reply: await finish(ports, claim, charging, begun.attempt, outcome),
    replayed: false,
  }
}

/** Nothing was asked of the provider for a payment that is not admitted: it leaves no trace, and its key may begin anew. */
async function admit<T>(
  { database, ...ports }: ChargePorts,
  claim: Claim,
  { merchant, client }: Charging<T>,
  attempt: Attempt,
  payer: Payer,
): Promise<void> {
  try {
    await admitPayment(ports, merchant, attempt, payer, client, (tx, counted) =>
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

/** Each round either begins or settles one payment that another key left hanging; there can be but one of those at a time. */
async function begin<T>(ports: ChargePorts, claim: Claim, charging: Charging<T>): Promise<Replied | Begun> {
  for (let round = 1; ; round++) {
    const step = await beginOnce(ports, claim, charging)
    if (!('settle' in step)) return step
    const outcome = await ask(ports, charging, step.settle, false)
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
    // The claim and what is paid come in one round trip: the engine works for nobody else meanwhile.
    const claiming = claimKey(tx, claim, ports.clock.now() + leaseMs)
    const early = tx.hasRoom() ? undefined : await claiming
    if (early) return { reply: early, replayed: true }
    const effect = underSavepoint(tx, async () => {
      const [request, attempts] = await both(
        charging.request(tx),
        // Behind the lock in the same round trip.
        findAttempts(tx, merchant.locationId, { kind: payable.kind, id: charging.id }, claim.key),
      )
      if (await claiming) throw new AnsweredBeforeError()
      return beginPayment(tx, merchant, payable, request, attempts, ports)
    })
    await Promise.allSettled([claiming, effect])
    const stored = await claiming
    if (stored) {
      // Whatever the order is like by now, and nothing that was looked at leaves anything behind.
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
      // What is new is on the disk with its admission, before the provider is asked: until then nobody misses it.
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

/** Ends the effect of a request whose key has an answer. */
class AnsweredBeforeError extends Error {
  override name = 'AnsweredBeforeError'
}

/** Both of two, or what the first of them in this order rejects with, when both are over: nothing of a transaction may go on after it. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}

const ask = <T>(
  ports: ChargePorts,
  { merchant }: Charging<T>,
  attempt: Attempt,
  isFirst: boolean,
): Promise<Outcome> => askProvider(ports, chargeOf(merchant, attempt), attempt, isFirst)

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
  // Not the end: the same key may come again at once, after authentication or to find out what happened.
  releaseClaim(tx, claim)
  return refusalReply(attempt.state === 'authenticating' ? authenticationRequired(attempt) : unknownOutcome())
}
