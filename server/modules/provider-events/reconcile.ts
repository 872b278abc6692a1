import { hourMs } from '#contract/durations.ts'
import { Temporal } from 'temporal-polyfill'
import { addDays, localTime } from '#contract/local-time.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { runSequentially } from '#server/plugins/run-sequentially.ts'
import type { Log } from '#server/ports/log.ts'
import { compareBooks, type Difference, isNote, type Window } from './compare.ts'
import { type ComparedLocation, findLateChanges, type ReconcilePorts } from './late-changes.ts'
import { readOurBooks, readSubjects, withMargin } from './our-books.ts'

/** Compares the provider's books with ours: by hand for any days (server/reconcile-command.ts), and automatically each day. */

/**
 * Every difference in a window; and, regardless of the window, overdue refunds, disputes open here and refunds of the last 30 days. Throws
 * PaymentsUnreachableError.
 */
export async function reconcile(
  ports: ReconcilePorts,
  merchant: ComparedLocation,
  window: Window,
): Promise<Difference[]> {
  const { database, payments, clock } = ports
  const { locationId } = merchant
  const [theirs, ours] = await Promise.all([
    payments.listBooks(locationId, withMargin(window)),
    readOurBooks(database, locationId, window, clock.now()),
  ])
  const intentIds = [...theirs.refunds, ...theirs.disputes].flatMap(({ intentId }) => intentId ?? [])
  const subjects = await readSubjects(database, locationId, intentIds)
  const found = compareBooks(theirs, { ...ours, subjects }, window)
  const named = new Set(found.map(nameOf))
  const late = await findLateChanges(ports, merchant)
  return [...found, ...late.filter((one) => !named.has(nameOf(one)))]
}

const nameOf = ({ kind, id }: Difference): string => `${kind} ${id}`

/** From the start of one day to the end of another, in the location's time zone (ISO dates). Throws RangeError for an invalid date. */
export const windowOfDays = (timeZone: string, from: string, to: string): Window => ({
  fromMs: startOf(timeZone, from),
  untilMs: startOf(timeZone, addDays(to, 1)),
})

const startOf = (timeZone: string, date: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

/** How often to check whether a day has ended somewhere. */
export const reconcileEveryMs = 30 * 60_000
/** A day is compared when it has been over for this long: by then lost answers are settled. */
const restMs = 3 * hourMs
/** A server that has been comparing for longer than this is gone. */
const timeoutMs = hourMs

/** On how many days each day is compared, once each; and the most days per comparison, where some were missed. */
const times = 3
const maxComparedDays = 30

/**
 * Compares each location's last three days once a day, on whichever server is first, and any days that were missed. Each difference is a log line
 * (`books_differ`); an unresolved one is logged for three days, that of an open dispute or a failed refund for longer. Throws DatabaseAwayError where the
 * database does not answer.
 */
export async function reconcileDays(
  ports: ReconcilePorts & { directory: MerchantDirectory; log: Log },
): Promise<void> {
  const { directory, log, payments } = ports
  if (payments.provider === 'sandbox') return
  // A location that Stripe refuses must not stop the others: its day is tried again.
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
  const from = await firstDayOf(database, locationId, day)
  const found = await reconcile(ports, merchant, windowOfDays(location.time_zone, from, day))
  for (const one of found)
    log({
      level: isNote(one) ? 'info' : 'error',
      event: 'books_differ',
      detail: `${label} ${one.kind}: ${one.words}`,
    })
  await database.query(
    'UPDATE reconciliations SET done_at = $3, differences = $4 WHERE location_id = $1 AND day = $2',
    [locationId, day, clock.now(), found.length],
  )
}

/**
 * The first day to compare along with a day: everything since the third-to-last comparison, so that each day is compared three times, even across days without
 * a comparison.
 */
async function firstDayOf(database: Database, locationId: string, day: string): Promise<string> {
  const rows = await database.query<{ day: string }>(
    `SELECT day FROM reconciliations WHERE location_id = $1 AND day < $2 AND done_at IS NOT NULL ORDER BY day DESC LIMIT ${times}`,
    [locationId, day],
  )
  const usual = addDays(day, 1 - times)
  const oldest = rows.at(-1)?.day ?? usual
  const first = rows.length < times ? addDays(oldest, 1 - times) : addDays(oldest, 1)
  return [addDays(day, 1 - maxComparedDays), rows.length === 0 || usual < first ? usual : first]
    .toSorted()
    .at(-1)!
}

/** Claims the comparison of a location's day, once; again where the server that claimed it did not finish. */
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
