import { dayMs } from '#contract/durations.ts'
import { localTime } from '#contract/local-time.ts'
import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type Payments, PaymentsUnreachableError } from '#server/ports/payments/payments.ts'
import type { ProviderDispute } from '#server/ports/payments/provider-books.ts'
import {
  type BookedDispute,
  type Difference,
  disputeDifference,
  disputeMissingThere,
  refundDifference,
} from './compare.ts'
import { readOpenDisputes, readRefunds } from './our-books.ts'

/**
 * Changes that come weeks later and so are in no later day's list: a bank decides a dispute, or sends a refund back. Every comparison asks about all disputes
 * open here, and about recent refunds.
 */

export type ReconcilePorts = { database: Database; payments: Payments; clock: Clock }
/** Whose books are compared, and in whose time zone. */
export type ComparedLocation = Pick<Merchant, 'locationId' | 'location'>

/** How long a bank may take to send a refund back. */
const lateMs = 30 * dayMs
/** Clocks differ, and answers may be late. */
const marginMs = dayMs

/** The most that one comparison asks for: a call per dispute, and one per hundred refunds. */
type LateCheckLimits = { disputes: number; refunds: number }
const usualBounds: LateCheckLimits = { disputes: 100, refunds: 2000 }

/** This many failures in a row are not about the items: Stripe is down, and asking on would only take time. */
const failuresInARow = 3

/**
 * Changes of disputes and refunds that our books do not have. If there are more than the limits allow, a difference says which days were not compared; a failed
 * call to Stripe is a difference, too, and does not keep others from being found.
 */
export async function findLateChanges(
  ports: ReconcilePorts,
  location: ComparedLocation,
  bounds = usualBounds,
): Promise<Difference[]> {
  const [decided, sentBack] = await Promise.all([
    findDecided(ports, location, bounds.disputes),
    findSentBack(ports, location, bounds.refunds),
  ])
  return [...decided, ...sentBack]
}

async function findDecided(
  { database, payments }: ReconcilePorts,
  { locationId, location }: ComparedLocation,
  atMost: number,
): Promise<Difference[]> {
  const open = await readOpenDisputes(database, locationId)
  const found: Difference[] = []
  let [asked, failures] = [0, 0]
  // In sequence: nobody waits for this, and guests are paying through the same account.
  for (const booked of open.slice(0, atMost)) {
    if (failures === failuresInARow) break
    asked++
    const { answer, reason } = await ask(() => payments.listDisputes(locationId, booked.intentId))
    failures = answer ? 0 : failures + 1
    const difference = answer ? findDisputeChange(booked, answer) : notAnswered(booked, reason)
    if (difference) found.push(difference)
  }
  const left = open.slice(asked)
  if (left.length > 0)
    found.push({
      kind: 'not-compared',
      id: left[0]!.id,
      words: `${open.length} disputes are open here, and Stripe was asked about the ${asked} oldest alone: run npm run reconcile from ${dateOf(left[0]!.at, location)} on.`,
    })
  return found
}

function findDisputeChange(
  booked: BookedDispute,
  theirs: readonly ProviderDispute[],
): Difference | undefined {
  const dispute = theirs.find(({ id }) => id === booked.id)
  return dispute ? disputeDifference(dispute, booked, booked.subject) : disputeMissingThere(booked)
}

const notAnswered = ({ id, subject }: BookedDispute, reason: string | undefined): Difference => ({
  kind: 'not-compared',
  id,
  words: `Stripe did not say what has become of the dispute ${id} of ${subject} (${reason}): it is asked again with the next comparison.`,
})

/** Stripe's answer, or the reason for none. Rethrows errors that are not Stripe's. */
async function ask<T>(
  call: () => Promise<T>,
): Promise<{ answer: T; reason?: undefined } | { answer?: undefined; reason: string }> {
  try {
    return { answer: await call() }
  } catch (error) {
    if (error instanceof PaymentsUnreachableError) return { reason: error.message }
    throw error
  }
}

async function findSentBack(
  { database, payments, clock }: ReconcilePorts,
  { locationId, location }: ComparedLocation,
  atMost: number,
): Promise<Difference[]> {
  const nowMs = clock.now()
  const refunds = await readRefunds(database, locationId, { fromMs: nowMs - lateMs, untilMs: nowMs })
  if (refunds.length === 0) return []
  const oldestMs = Math.min(...refunds.map(({ at }) => at))
  const { answer: theirs, reason } = await ask(() =>
    payments.listRefunds(locationId, { fromMs: oldestMs - marginMs, atMost }),
  )
  if (!theirs)
    return [
      {
        kind: 'not-compared',
        id: locationId,
        words: `Stripe did not say which refunds of the last 30 days banks have sent back (${reason}): it is asked again with the next comparison.`,
      },
    ]
  const failed = new Map(theirs.flatMap((one) => (one.state === 'failed' ? [[one.id, one] as const] : [])))
  const found = refunds.flatMap((booked) => {
    const refund = failed.get(booked.id)
    const difference = refund && refundDifference(refund, booked, booked.subject)
    return difference ? [difference] : []
  })
  const readFromMs = theirs.length < atMost ? oldestMs : Math.min(...theirs.map((one) => one.createdAt))
  if (readFromMs > oldestMs)
    found.push({
      kind: 'not-compared',
      id: locationId,
      words: `Stripe has more than ${atMost} refunds of the last 30 days, and whether a bank sent them back was asked of the newest alone: run npm run reconcile from ${dateOf(oldestMs, location)} to ${dateOf(readFromMs, location)}.`,
    })
  return found
}

const dateOf = (atMs: number, { time_zone: zone }: ComparedLocation['location']): string =>
  localTime(atMs, zone).date
