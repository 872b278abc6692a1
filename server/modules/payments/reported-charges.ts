import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type Attempt, findAttemptById, keyPrefix } from './attempts.ts'
import { finishPayment } from './begin.ts'
import { type DeclinePorts, settleCounted } from './declines.ts'
import type { Payable } from './payable.ts'

/** Charges that the provider reports on its own, perhaps before its answer has arrived, or instead of it. */

type ReportedChargePorts = { database: Database; clock: Clock } & Pick<DeclinePorts, 'limits'>

/** The attempt of a charge; undefined where it does not belong to this location. */
export const findChargedAttempt = async (
  database: Database,
  { locationId }: Merchant,
  chargeKey: string | undefined,
): Promise<Attempt | undefined> =>
  chargeKey?.startsWith(keyPrefix)
    ? findAttemptById(database, locationId, chargeKey.slice(keyPrefix.length))
    : undefined

/**
 * Settles an attempt that was charged and has no answer yet, and gives its guest what they paid for; a request waiting for the answer gets the same one.
 * Returns the attempt as it is then: one already ended here (`abandoned`, `declined`) stays so.
 */
export async function settleReportedCharge<T>(
  merchant: Merchant,
  payable: Payable<T>,
  attempt: Attempt,
  charged: { intentId: string; displayName: string },
  ports: ReportedChargePorts,
): Promise<Attempt> {
  const { database, clock } = ports
  const left = await database.transaction(async (tx) => {
    const finished = await finishPayment(tx, merchant, payable, attempt, { kind: 'succeeded', ...charged })
    if (finished.received)
      await payable.receivedLate?.(tx, merchant, finished.subject, clock.now() - attempt.createdAt)
    return finished
  })
  if (left.settled) await settleCounted(ports, merchant.locationId, left.attempt)
  return left.attempt
}
