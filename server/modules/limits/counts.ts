import { dayMs } from '#contract/durations.ts'
import { fixedRetention } from '#contract/rules/retention.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'

/** The rows of the counts (limits.ts). Many are read or written in one statement: one payment counts itself eight times. */

type Named = { locationId: string; bucket: string }
/** An amount to add to or take from a count. */
export type NamedSum = Named & { by: number }

/** Locking rows in the same order everywhere avoids deadlocks. */
const inOrder = <T extends Named>(rows: readonly T[]): T[] =>
  rows.toSorted(
    (one, other) => compare(one.locationId, other.locationId) || compare(one.bucket, other.bucket),
  )
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** One entry per count, sorted by name. */
export function mergeSums<T extends NamedSum>(all: readonly T[]): T[] {
  const rows = new Map<string, T>()
  for (const one of all) {
    const key = keyOf(one)
    const known = rows.get(key)
    rows.set(key, known ? { ...known, by: known.by + one.by } : one)
  }
  return inOrder([...rows.values()])
}

const keyOf = ({ locationId, bucket }: Named): string => `${locationId} ${bucket}`
export type CountRow = { location_id: string; bucket: string; used: number; window_start: number }

/** The existing rows of these counts. */
export async function findCounts(tx: Queryable, named: readonly Named[]): Promise<CountRow[]> {
  if (named.length === 0) return []
  return tx.query<CountRow>(
    `SELECT location_id, bucket, used, window_start FROM limits WHERE ${among}`,
    amongOf(named),
  )
}

/**
 * Finds several counts by the primary key; a join with a list would not use it. It may match further combinations of the lists, so the caller picks the pairs
 * that it asked for.
 */
const among = `location_id = ANY (string_to_array($1, ',')) AND bucket = ANY (string_to_array($2, ','))`
const amongOf = (named: readonly Named[]): [string, string] => [
  [...new Set(named.map(({ locationId }) => locationId))].join(),
  named.map(({ bucket }) => bucket).join(),
]

/** Locks rows in the order of their names, as `addWithin` does, to avoid deadlocks. */
const givenBack = `WITH given AS (
     SELECT location_id, bucket, ($3::jsonb->>(location_id || ' ' || bucket))::bigint AS by FROM limits WHERE ${among}
     ORDER BY location_id COLLATE "C", bucket COLLATE "C" FOR UPDATE
   )
   UPDATE limits SET used = greatest(limits.used - given.by, 0) FROM given
   WHERE limits.location_id = given.location_id AND limits.bucket = given.bucket AND given.by IS NOT NULL`

/** Subtracts from counts; does nothing where a count is gone. */
export function giveBack(tx: Transaction, given: readonly NamedSum[]): void {
  const rows = mergeSums(given)
  tx.later(givenBack, [
    ...amongOf(rows),
    JSON.stringify(Object.fromEntries(rows.map((row) => [keyOf(row), row.by]))),
  ])
}

const taken = `INSERT INTO limits (location_id, bucket, window_start, used)
   SELECT location_id, bucket, $2, by FROM jsonb_to_recordset($1::jsonb) AS taken (location_id text, bucket text, by bigint)
   ON CONFLICT (location_id, bucket) DO UPDATE SET
     used = CASE WHEN limits.window_start <= (RULE->>'over')::bigint THEN excluded.used ELSE limits.used + excluded.used END,
     window_start = CASE
       WHEN limits.window_start <= (RULE->>'over')::bigint OR limits.used + excluded.used = (RULE->>'last')::bigint THEN excluded.window_start
       ELSE limits.window_start END
   WHERE limits.window_start <= (RULE->>'over')::bigint OR limits.used + excluded.used <= (RULE->>'below')::bigint
   RETURNING location_id, bucket`.replaceAll(
  'RULE',
  `($3::jsonb->(excluded.location_id || ' ' || excluded.bucket))`,
)

/** The bounds of a count. */
type Bounds = {
  /** The maximum, including the addition. */
  below: number
  /** A window that began at or before this (ms) is over. */
  over: number
  /** The one that restarts the window; 0: none does. */
  last: number
}

/** Adds these sums, in the order of the counts. Returns one that would exceed its bound; the caller must then roll all of them back. */
export async function addWithin<T extends NamedSum & Bounds>(
  tx: Queryable,
  sums: readonly T[],
  nowMs: number,
): Promise<T | undefined> {
  if (sums.length === 0) return undefined
  // The database does not check the bounds of a new row.
  const excessive = sums.find(({ by, below }) => by > below)
  if (excessive) return excessive
  const rows = await tx.query<Pick<CountRow, 'location_id' | 'bucket'>>(taken, [
    JSON.stringify(sums.map(({ locationId, bucket, by }) => ({ location_id: locationId, bucket, by }))),
    nowMs,
    JSON.stringify(Object.fromEntries(sums.map((sum) => [keyOf(sum), boundsOf(sum)]))),
  ])
  const added = new Set(rows.map((row) => `${row.location_id} ${row.bucket}`))
  return sums.find((sum) => !added.has(keyOf(sum)))
}

const boundsOf = ({ below, over, last }: Bounds): Bounds => ({ below, over, last })

/** Deletes counts whose window began a day ago or more: no limit has a longer one. */
export async function forgetOldCounts(database: Queryable, nowMs: number): Promise<void> {
  await deleteInBatches(database, 'limits', 'window_start <= $1', [nowMs - fixedRetention.countDays * dayMs])
}
