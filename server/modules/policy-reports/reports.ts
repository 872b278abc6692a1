import type { PolicyReport } from '#contract/schemas/privacy.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { asynchronousCommit } from '#server/db/transaction.ts'
import type { Refused } from './read-report.ts'

/** What browsers refused on a location's pages, counted by day and kind, without anything about the reporter. */

/** More kinds than this in a day are somebody playing: new ones are then counted as `other`, known ones as themselves. */
const maxKinds = 200
const maxSeen = 1_000_000

/** Counts these on a local day (ISO). Returns those that are new on this day. */
export const countReports = (
  database: Database,
  locationId: string,
  refused: readonly Refused[],
  { day, nowMs }: { day: string; nowMs: number },
): Promise<Refused[]> =>
  database.transaction(async (tx) => {
    // What a power failure loses is reported again by the next page.
    tx.later(asynchronousCommit)
    const counted = refused.map(({ screen, directive, source }) =>
      tx.query<{ seen: number }>(
        `INSERT INTO policy_reports (location_id, day, screen, directive, source, seen, last_seen_at)
         SELECT $1, $2, $3, $4, CASE
             WHEN EXISTS (SELECT 1 FROM policy_reports WHERE location_id = $1 AND day = $2 AND screen = $3 AND directive = $4 AND source = $5) THEN $5
             WHEN (SELECT count(*) FROM policy_reports WHERE location_id = $1 AND day = $2) >= ${maxKinds} THEN 'other'
             ELSE $5 END, 1, $6
         ON CONFLICT (location_id, day, screen, directive, source) DO UPDATE
           SET seen = least(policy_reports.seen + 1, ${maxSeen}), last_seen_at = excluded.last_seen_at
         RETURNING seen`,
        [locationId, day, screen, directive, source, nowMs],
      ),
    )
    const seen = (await Promise.all(counted)).map((rows) => rows[0]!.seen)
    return refused.filter((_, at) => seen[at] === 1)
  })

const maxListed = 200

/** What was refused, by directive and source, the newest first. */
export async function listReports(database: Queryable, locationId: string): Promise<PolicyReport[]> {
  const rows = await database.query<{
    directive: string
    source: string
    count: number
    first_day: string
    last_day: string
    screens: string[]
  }>(
    `SELECT directive, source, least(sum(seen), ${maxSeen})::int AS count, min(day) AS first_day, max(day) AS last_day, jsonb_agg(DISTINCT screen) AS screens
     FROM policy_reports WHERE location_id = $1 GROUP BY directive, source ORDER BY max(last_seen_at) DESC, directive, source LIMIT ${maxListed}`,
    [locationId],
  )
  return rows
}

/** Deletes reports from before a local day (ISO). */
export const forgetOldReports = (database: Queryable, locationId: string, day: string): Promise<void> =>
  deleteInBatches(database, 'policy_reports', 'location_id = $1 AND day < $2', [locationId, day])
