import type { Clock } from '#contract/ports.ts'
import type { Log } from '#server/ports/log.ts'
import type { Charge, Payments } from '#server/ports/payments/payments.ts'
import { type Attempt, keyPrefix, orderNumber, type PayableRef } from './attempts.ts'
import { cardsUnavailable, leaseMsOf, type Outcome } from './outcomes.ts'

export type AskPorts = { payments: Payments; log: Log; clock: Clock }

/**
 * A charge is asked for within this time of its guest's tap (ms). Later the provider is only asked what became of it: a guest whose server was away for
 * an hour does not expect a charge any more, and the provider forgets its keys after a day (Stripe, *Idempotent requests*).
 */
const chargeWithinMs = 5 * 60_000

/**
 * Asks the provider about an attempt, always with the key that is the attempt's own: it charges once, however often it is asked. Whoever asks holds the
 * attempt's lease, and stands in no transaction. `isFirst`: nobody has asked about it before, so that where the provider refuses the account or its keys
 * nothing can have been charged; a charge asked for before that may have gone through.
 */
export async function askProvider(
  { payments, log, clock }: AskPorts,
  asked: Omit<Charge, 'idempotencyKey'>,
  attempt: Attempt,
  isFirst: boolean,
): Promise<Outcome> {
  const charge = { ...asked, idempotencyKey: `${keyPrefix}${attempt.id}` }
  const outcome = await askOnce(payments, charge, attempt, clock.now() - attempt.createdAt)
  const about = `${nameOf(attempt.payable)} of ${asked.locationId}`
  if (outcome.kind === 'declined' && outcome.fault !== undefined) {
    log({ level: 'error', event: 'payment_refused', detail: `${about}: ${outcome.fault}` })
    // No card of anybody's was tried: it counts as no decline (declines.ts).
    return isFirst ? { kind: 'never', message: cardsUnavailable } : { kind: 'unknown', reason: outcome.fault }
  }
  if (outcome.kind !== 'unknown') return outcome
  const detail = `${about}: ${outcome.reason}`
  if (!outcome.isKeyRefused) {
    log({ level: 'error', event: 'payment_unknown', detail })
    return outcome
  }
  log({ level: 'error', event: 'payment_key_refused', detail })
  return isFirst ? { kind: 'never', message: cardsUnavailable } : outcome
}

/** The end of the id: whoever has all of it reads the order. */
const nameOf = ({ kind, id }: PayableRef): string =>
  `${kind === 'order' ? 'gift card order' : 'order'} …${orderNumber(id)}`

async function askOnce(
  payments: Payments,
  charge: Charge,
  { intentId, createdAt }: Attempt,
  agoMs: number,
): Promise<Outcome> {
  if (agoMs >= chargeWithinMs) {
    const found = await payments.find(charge, {
      intentId,
      fromMs: createdAt,
      untilMs: createdAt + chargeWithinMs,
    })
    // Whoever asked for the charge at the last moment may still be at it, even if its lease was taken from it.
    return found.kind === 'never' && agoMs < chargeWithinMs + leaseMsOf({ intentId })
      ? { kind: 'unknown', reason: 'it may still be on its way' }
      : found
  }
  return intentId === undefined ? payments.charge(charge) : payments.resume(charge, intentId)
}
