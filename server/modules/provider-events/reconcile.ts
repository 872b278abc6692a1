import { Temporal } from 'temporal-polyfill'
import { addDays, localTime } from '#contract/local-time.ts'
import type { Clock } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'
import type { Log } from '#server/ports/log.ts'
import type { Payments } from '#server/ports/payments/payments.ts'
import { compareBooks, type Difference, type Window } from './compare.ts'
import { readOurBooks, withMargin } from './our-books.ts'

/** The provider's books are compared with ours: by hand for any days (server/reconcile-command.ts), and each day by itself. */

export type ReconcilePorts = { database: Database; payments: Payments; clock: Clock }

/** Every difference of what happened in a time. Throws PaymentsUnreachableError. */
export async function reconcile(
  { database, payments, clock }: ReconcilePorts,
  { locationId }: Pick<Merchant, 'locationId'>,
  window: Window,
): Promise<Difference[]> {
  const [theirs, ours] = await Promise.all([
    payments.listBooks(locationId, withMargin(window)),
    readOurBooks(database, locationId, window, clock.now()),
  ])
  return compareBooks(theirs, ours, window)
}

/** From the first moment of a day to the last of another, on the location's own clock (ISO dates). Throws RangeError for what is no date. */
export const windowOfDays = (timeZone: string, from: string, to: string): Window => ({
  fromMs: startOf(timeZone, from),
  untilMs: startOf(timeZone, addDays(to, 1)),
})

const startOf = (timeZone: string, date: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

/** How often is looked whether a day is over somewhere. */
export const reconcileEveryMs = 30 * 60_000
/** A day is compared when it has been over for so long: what was lost has been settled by then. */
const restMs = 3 * 60 * 60_000
/** Whoever began so long ago and has not ended has gone. */
const timeoutMs = 60 * 60_000

/**
 * Compares each location's last three days once a day, whichever server comes first. Each difference is a line of the log (`books_differ`); one that nobody
 * mends is told for three days. Throws DatabaseAwayError where the database does not answer.
 */
export async function reconcileDays(
  ports: ReconcilePorts & { directory: MerchantDirectory; log: Log },
): Promise<void> {
  const { directory, log, payments } = ports
  if (payments.provider === 'sandbox') return
  // One whom Stripe refuses must not keep the others' from being compared: its day is taken up again.
  await runSequentially(directory.list(), {
    log,
    failed: 'reconciling_failed',
    nameOf: ({ label }) => label,
    work: (merchant) => reconcileDayOf(merchant, ports),
  })
}

async function reconcileDayOf(merchant: Merchant, ports: ReconcilePorts & { log: Log }): Promise<void> {
  const { database, clock, log } = ports
  const { locationId, label, location } = merchant
  const day = addDays(localTime(clock.now() - restMs, location.time_zone).date, -1)
  if (!(await beginDay(database, locationId, day, clock.now()))) return
  const found = await reconcile(ports, merchant, windowOfDays(location.time_zone, addDays(day, -2), day))
  for (const { kind, words } of found)
    log({ level: 'error', event: 'books_differ', detail: `${label} ${kind}: ${words}` })
  await database.query(
    'UPDATE reconciliations SET done_at = $3, differences = $4 WHERE location_id = $1 AND day = $2',
    [locationId, day, clock.now(), found.length],
  )
}

/** Takes a day of a location, once: again where whoever began it has not ended it. */
async function beginDay(
  database: Database,
  locationId: string,
  day: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query(
    `INSERT INTO reconciliations (location_id, day, begun_at) VALUES ($1, $2, $3)
     ON CONFLICT (location_id, day) DO UPDATE SET begun_at = excluded.begun_at
       WHERE reconciliations.done_at IS NULL AND reconciliations.begun_at <= $3 - ${timeoutMs} RETURNING 1 AS begun`,
    [locationId, day, nowMs],
  )
  return rows.length > 0
}
