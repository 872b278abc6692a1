import type { Queryable } from '#server/db/database.ts'

/** What the staff did, and the tablets that are over, go with the other trails (`trail_days`). What money acts moved stays in the ledger and with each refund. */

const dayMs = 24 * 60 * 60 * 1000
/** A tablet that nobody has used for longer than any location lets one stay signed in (`kitchen_tablet_days`) is over without having been signed out. */
const longestUnusedMs = 400 * dayMs

/** Forgets the acts of before a time (ms). */
export const forgetOldActs = (database: Queryable, locationId: string, beforeMs: number): Promise<unknown> =>
  database.query('DELETE FROM staff_acts WHERE location_id = $1 AND at <= $2', [locationId, beforeMs])

/** Forgets the tablets that were signed out before a time (ms), or whose code was over by then without having been entered. */
export const forgetOldTablets = (
  database: Queryable,
  locationId: string,
  beforeMs: number,
): Promise<unknown> =>
  database.query(
    `DELETE FROM kitchen_tablets WHERE location_id = $1
       AND (signed_out_at <= $2 OR (signed_in_at IS NULL AND code_ends_at <= $2) OR last_seen_at <= $3)`,
    [locationId, beforeMs, beforeMs - longestUnusedMs],
  )
