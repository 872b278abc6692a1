import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { askProvider } from './ask.ts'
import { abandonUnsent, type Attempt, getAttempt, type Hanging, wasNeverSent } from './attempts.ts'
import { chargeOf, finishPayment, lease } from './begin.ts'
import { type DeclinePorts, settleCounted } from './declines.ts'
import type { Payable } from './payable.ts'

/**
 * Card payments whose outcome nobody came back for: the tab was closed, or the server stopped. Nobody may be charged without getting what they paid for
 * (reliability P2, I7).
 */

type HangingPorts = { database: Database; payments: Payments; log: Log; clock: Clock } & Pick<
  DeclinePorts,
  'limits'
>

/** How long a client has to come back for a payment (ms). With a round every twenty seconds, it is settled within two minutes. */
export const paymentTimeoutMs = 60_000

/** Finds the outcome of a payment that nobody came back for, and gives its guest what they paid for. */
export async function settleHanging<T>(
  merchant: Merchant,
  payable: Payable<T>,
  { id, payable: ref }: Hanging,
  ports: HangingPorts,
): Promise<void> {
  const { database, clock } = ports
  const attempt = await database.transaction(async (tx): Promise<Attempt | undefined> => {
    await payable.lock(tx, merchant, ref.id)
    const found = await getAttempt(tx, merchant.locationId, id)
    if (found.state !== 'started' || found.lockedUntil > clock.now()) return undefined
    if (wasNeverSent(found)) {
      // Charging now would bypass the limits. Its guest is told that it was not made.
      await abandonUnsent(tx, merchant.locationId, found)
      return undefined
    }
    return lease(tx, merchant, found, clock.now())
  })
  if (!attempt) return
  const outcome = await askProvider(ports, chargeOf(merchant, attempt), attempt, { isFirst: false })
  const left = await database.transaction(async (tx) => {
    const finished = await finishPayment(tx, merchant, payable, attempt, outcome)
    if (finished.received)
      await payable.receivedLate?.(tx, merchant, finished.subject, clock.now() - attempt.createdAt)
    return finished
  })
  if (left.settled) await settleCounted(ports, merchant.locationId, left.attempt)
}
