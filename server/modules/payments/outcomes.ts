import { inProgress } from '#server/plugins/idempotency-store.ts'
import { ProblemError } from '#server/plugins/problems.ts'
import type { ChargeOutcome } from '#server/ports/payments/payments.ts'
import type { Attempt } from './attempts.ts'

/** The outcomes of an attempt to pay, and what its guest is told. */

/** `never`: the provider never got the charge, and never will; `message` where there is more to tell the guest. */
export type Outcome = ChargeOutcome | { kind: 'never'; message?: string }

/** Whether the outcome will not change anymore. */
export const isFinal = ({ kind }: Outcome): boolean =>
  kind === 'succeeded' || kind === 'declined' || kind === 'never'

/** For one call, a charge: longer than the provider's client takes with all its retries (ports/payments/stripe.ts). */
export const leaseMs = 60_000

/** How long an attempt is leased (ms). After authentication there are two calls: look-up and confirmation. */
export const leaseMsOf = ({ intentId }: Pick<Attempt, 'intentId'>): number =>
  intentId === undefined ? leaseMs : 2 * leaseMs

/** An attempt after an outcome. */
export function settledBy(attempt: Attempt, outcome: Outcome): Attempt {
  switch (outcome.kind) {
    case 'succeeded':
      return {
        ...attempt,
        state: 'succeeded',
        intentId: outcome.intentId,
        clientSecret: undefined,
        lockedUntil: 0,
      }
    case 'declined':
      return {
        ...attempt,
        state: 'declined',
        message: outcome.message,
        clientSecret: undefined,
        lockedUntil: 0,
      }
    case 'authenticate':
      return {
        ...attempt,
        state: 'authenticating',
        intentId: outcome.intentId,
        clientSecret: outcome.clientSecret,
        lockedUntil: 0,
      }
    case 'unknown':
      // Still open: perhaps charged. The next request asks the provider again, with the same key.
      return { ...attempt, lockedUntil: 0 }
    case 'never':
      return {
        ...attempt,
        state: 'abandoned',
        message: outcome.message,
        clientSecret: undefined,
        lockedUntil: 0,
      }
  }
}

/** An attempt leased from now on. */
export const leased = (attempt: Attempt, nowMs: number): Attempt => ({
  ...attempt,
  state: 'started',
  lockedUntil: nowMs + leaseMsOf(attempt),
})

/** Throws 409 idempotency_in_progress while another process runs an attempt of the same payable. */
export function checkNotRunning({ state, lockedUntil }: Attempt, nowMs: number): void {
  if (state === 'started' && lockedUntil > nowMs)
    throw inProgress('Another payment for this order is being made. One moment, please.')
}

/** 402 with the provider's own words. */
export const declined = (message: string | undefined): ProblemError =>
  new ProblemError(402, 'payment_declined', message ?? 'Your card was declined.')

/** What a guest is told where the restaurant's provider account is set up wrong, so that no card would work. */
export const cardsUnavailable =
  'Card payments are not available right now. Your card was not charged. Please call us to order.'

/** 402: the provider never got the charge, and it is too late to request it again under the same key; or `message` says why. */
export const notCharged = (message?: string): ProblemError =>
  new ProblemError(402, 'payment_declined', message ?? 'Your card was not charged. Please try again.')

/** 402 with what the provider's script needs to authenticate the guest. */
export const authenticationRequired = (attempt: Attempt): ProblemError =>
  new ProblemError(
    402,
    'authentication_required',
    'Your bank wants to be sure that it is you. Please confirm the payment.',
    {
      clientSecret: attempt.clientSecret,
    },
  )

/** 503: the provider did not answer. */
export const unknownOutcome = (): ProblemError =>
  new ProblemError(
    503,
    'payment_unavailable',
    'The card service did not answer, so we do not know yet whether your card was charged. Please try again: you will not be charged twice.',
  )
