import type { Clock } from '#contract/ports.ts'
import type { Log } from '#server/ports/log.ts'
import type { Charge, Payments } from '#server/ports/payments/payments.ts'
import { type Attempt, keyPrefix, orderNumber, type PayableRef } from './attempts.ts'
import { cardsUnavailable, leaseMsOf, type Outcome } from './outcomes.ts'

export type AskPorts = { payments: Payments; log: Log; clock: Clock }

/**
 * A charge is requested within this time (ms) of its guest's tap. Later, the provider is only asked what became of it: a guest whose server was away for an
 * hour no longer expects a charge, and the provider forgets its keys after a day (Stripe, *Idempotent requests*).
 */
const chargeWithinMs = 5 * 60_000

/**
 * Asks the provider about an attempt, always with the attempt's own key, which charges once however often it is asked. The caller holds the attempt's lease,
 * and is in no transaction. `isFirst`: nobody has asked about it before, so that if the provider refuses the account or its keys, nothing can have been
 * charged; an earlier request may have gone through.
 */
export async function askProvider(
  { payments, log, clock }: AskPorts,
  asked: Omit<Charge, 'idempotencyKey'>,
  attempt: Attempt,
  { isFirst }: { isFirst: boolean },
): Promise<Outcome> {
  const charge = { ...asked, idempotencyKey: `${keyPrefix}${attempt.id}` }
  const outcome = await askOnce(payments, charge, attempt, clock.now() - attempt.createdAt)
  const about = `${nameOf(attempt.payable)} of ${asked.locationId}`
  if (outcome.kind === 'declined' && outcome.fault !== undefined) {
    log({ level: 'error', event: 'payment_refused', detail: `${about}: ${outcome.fault}` })
    // Nobody's card was tried: it does not count as a decline (declines.ts).
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

/** The end of the id: whoever has the whole id can read the order. */
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
    // Somebody who requested the charge at the last moment may still be waiting for it, even if they have lost the lease.
    return found.kind === 'never' && agoMs < chargeWithinMs + leaseMsOf({ intentId })
      ? { kind: 'unknown', reason: 'it may still be on its way' }
      : found
  }
  return intentId === undefined ? payments.charge(charge) : payments.resume(charge, intentId)
}
