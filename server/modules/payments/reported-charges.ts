import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type Attempt, findAttemptById, keyPrefix } from './attempts.ts'
import { finishPayment } from './begin.ts'
import { type DeclinePorts, settleCounted } from './declines.ts'
import type { Payable } from './payable.ts'

/** Charges that the provider tells of by itself, perhaps before its answer has come, or instead of it. */

type ReportedChargePorts = { database: Database; clock: Clock } & Pick<DeclinePorts, 'limits'>

/** The attempt that a charge was asked for with; undefined where it was not one of this location's. */
export const findChargedAttempt = async (
  database: Database,
  { locationId }: Merchant,
  chargeKey: string | undefined,
): Promise<Attempt | undefined> =>
  chargeKey?.startsWith(keyPrefix)
    ? findAttemptById(database, locationId, chargeKey.slice(keyPrefix.length))
    : undefined

/**
 * Ends an attempt that was charged and has no answer yet, and gives its guest what they paid for; whoever waits for the answer gets the same one. Gives the
 * attempt as it is then: one that was over for us (`abandoned`, `declined`) stays so.
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
