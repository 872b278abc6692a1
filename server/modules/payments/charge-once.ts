import type { Transaction } from '#server/db/database.ts'
import { type Claim, claimKey, finishClaim, inProgress, releaseClaim, type StoredReply } from '#server/plugins/idempotency-store.ts'
import { type IdempotencyPorts, refusalReply, underSavepoint } from '#server/plugins/idempotency.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { Log } from '#server/ports/log.ts'
import type { Charge, ChargeOutcome, Payments } from '#server/ports/payments/payments.ts'

/**
 * Claim → ask the provider → finish (decision 011), for whatever is paid by card. The provider is never asked inside a transaction, and always with
 * a key made from the attempt, so that a call cut short anywhere is taken up by the next one with the same key and charges once.
 */

export type ChargePorts = IdempotencyPorts & { payments: Payments; log: Log }

/** What is the same in every try to pay. At most one of a thing to be paid is open (`started`, `authenticating`), by constraint. */
export type ChargeAttempt = {
  id: string
  state: 'started' | 'authenticating' | 'succeeded' | 'declined' | 'abandoned'
  intentId: string | undefined
  clientSecret: string | undefined
  message: string | undefined
  createdAt: number
  /** Whoever runs it has until then (ms); after it, anyone may go on with it. */
  lockedUntil: number
}

export type Begun<A> =
  /** The provider is to be asked, or asked again, about this attempt, which is ours until its lease ends. */
  | { kind: 'ask'; attempt: A }
  /** Somebody else's attempt was left hanging: it is to be settled before this payment can begin. */
  | { kind: 'settle'; attempt: A }
  /** Nothing is to be asked. */
  | { kind: 'done'; reply: StoredReply }

/** What is a payment's own. */
export type Charging<A extends ChargeAttempt> = {
  /** Under a savepoint: what it throws as a refusal becomes the reply. */
  begin(tx: Transaction): Promise<Begun<A>>
  /** What the provider is asked for; the key is made here. */
  chargeOf(attempt: A): Omit<Charge, 'idempotencyKey'>
  /** Writes down what the provider said. Gives the attempt as it is now (another caller may have settled it meanwhile) and the answer when it is paid. */
  finish(tx: Transaction, attempt: A, outcome: Outcome): Promise<{ attempt: A; reply(): StoredReply }>
}

/** The provider forgets its keys after a day (Stripe, *Idempotent requests*): asked later with the same one, it would charge a second time. */
const knownForMs = 23 * 60 * 60 * 1000

/** `lost`: it is too late to ask, and whether there was a charge stands in the provider's own pages alone. */
export type Outcome = ChargeOutcome | { kind: 'lost' }

/** Longer than the provider's client may take with all its retries (ports/payments/stripe.ts). */
export const leaseMs = 60_000

type Replied = { reply: StoredReply; replayed: boolean }

/** Makes a payment once for its claim, however often it is called. Throws 503 payment_unavailable when what happened is not known. */
export async function chargeOnce<A extends ChargeAttempt>(ports: ChargePorts, claim: Claim, charging: Charging<A>): Promise<Replied> {
  const begun = await begin(ports, claim, charging)
  if ('reply' in begun) return begun
  return { reply: await finish(ports, claim, charging, begun.attempt, await ask(ports, charging, begun.attempt)), replayed: false }
}

/** Each round either begins or settles one payment that another key left hanging; there can be but one of those at a time. */
async function begin<A extends ChargeAttempt>(ports: ChargePorts, claim: Claim, charging: Charging<A>): Promise<Replied | { attempt: A }> {
  for (let round = 1; ; round++) {
    const step = await beginOnce(ports, claim, charging)
    if (!('settle' in step)) return step
    const outcome = await ask(ports, charging, step.settle)
    await ports.database.transaction((tx) => charging.finish(tx, step.settle, outcome))
    if (outcome.kind === 'unknown' || outcome.kind === 'lost' || round === 3) throw unknownOutcome()
  }
}

function beginOnce<A extends ChargeAttempt>(
  { database, clock }: ChargePorts,
  claim: Claim,
  charging: Charging<A>,
): Promise<Replied | { attempt: A } | { settle: A }> {
  return database.transaction(async (tx) => {
    const stored = await claimKey(tx, claim, clock.now() + leaseMs)
    if (stored) return { reply: stored, replayed: true }
    const outcome = await underSavepoint(tx, () => charging.begin(tx))
    if ('refusal' in outcome) {
      finishClaim(tx, claim, outcome.refusal)
      return { reply: outcome.refusal, replayed: false }
    }
    const begun = outcome.value
    if (begun.kind === 'ask') return { attempt: begun.attempt }
    if (begun.kind === 'settle') {
      releaseClaim(tx, claim)
      return { settle: begun.attempt }
    }
    finishClaim(tx, claim, begun.reply)
    return { reply: begun.reply, replayed: false }
  })
}

const ask = <A extends ChargeAttempt>(ports: ChargePorts, charging: Charging<A>, attempt: A): Promise<Outcome> =>
  askProvider(ports, charging.chargeOf(attempt), attempt)

/** Asks the provider about an attempt, always with the key that is the attempt's own. Whoever asks holds its lease. */
export async function askProvider(
  { payments, log, clock }: Pick<ChargePorts, 'payments' | 'log' | 'clock'>,
  asked: Omit<Charge, 'idempotencyKey'>,
  attempt: ChargeAttempt,
): Promise<Outcome> {
  const charge = { ...asked, idempotencyKey: `larder-${attempt.id}` }
  if (attempt.intentId === undefined && clock.now() - attempt.createdAt >= knownForMs) {
    // For the operator, who finds it there by this key (metadata `attempt`).
    log({ level: 'error', event: 'payment_lost', detail: charge.idempotencyKey })
    return { kind: 'lost' }
  }
  const outcome = attempt.intentId === undefined ? await payments.charge(charge) : await payments.resume(charge, attempt.intentId)
  if (outcome.kind === 'unknown') log({ level: 'error', event: 'payment_unknown', detail: outcome.reason })
  return outcome
}

function finish<A extends ChargeAttempt>(
  { database }: ChargePorts,
  claim: Claim,
  charging: Charging<A>,
  begun: A,
  outcome: Outcome,
): Promise<StoredReply> {
  return database.transaction(async (tx) => {
    const { attempt, reply: answer } = await charging.finish(tx, begun, outcome)
    if (attempt.state === 'succeeded' || attempt.state === 'declined') {
      const reply = attempt.state === 'succeeded' ? answer() : refusalReply(declined(attempt.message))
      finishClaim(tx, claim, reply)
      return reply
    }
    // Not the end: the same key may come again at once, after authentication or to find out what happened.
    releaseClaim(tx, claim)
    return refusalReply(attempt.state === 'authenticating' ? authenticationRequired(attempt) : unknownOutcome())
  })
}

/** An attempt as an outcome leaves it. */
export function settledBy<A extends ChargeAttempt>(attempt: A, outcome: Outcome): A {
  switch (outcome.kind) {
    case 'succeeded':
      return { ...attempt, state: 'succeeded', intentId: outcome.intentId, clientSecret: undefined, lockedUntil: 0 }
    case 'declined':
      return { ...attempt, state: 'declined', message: outcome.message, clientSecret: undefined, lockedUntil: 0 }
    case 'authenticate':
      return { ...attempt, state: 'authenticating', intentId: outcome.intentId, clientSecret: outcome.clientSecret, lockedUntil: 0 }
    case 'unknown':
      // Still open: perhaps charged. The next to come asks the provider again, with the same key.
      return { ...attempt, lockedUntil: 0 }
    case 'lost':
      return { ...attempt, state: 'abandoned', lockedUntil: 0 }
  }
}

/** An attempt as whoever goes on with it has it. */
export const leased = <A extends ChargeAttempt>(attempt: A, nowMs: number): A => ({ ...attempt, state: 'started', lockedUntil: nowMs + leaseMs })

/** Throws 409 idempotency_in_progress while somebody else runs an attempt of the same order. */
export function checkNotRunning({ state, lockedUntil }: ChargeAttempt, nowMs: number): void {
  if (state === 'started' && lockedUntil > nowMs) throw inProgress('Another payment for this order is being made. One moment, please.')
}

/** 402 with the provider's own words. */
export const declined = (message: string | undefined): ProblemError => new ProblemError(402, 'payment_declined', message ?? 'Your card was declined.')

const authenticationRequired = (attempt: ChargeAttempt): ProblemError =>
  new ProblemError(402, 'authentication_required', 'Your bank wants to be sure that it is you. Please confirm the payment.', {
    clientSecret: attempt.clientSecret,
  })

const unknownOutcome = (): ProblemError =>
  new ProblemError(
    503,
    'payment_unavailable',
    'The card service did not answer, so we do not know yet whether your card was charged. Please try again: you will not be charged twice.',
  )
