import { dayMs } from '#contract/durations.ts'
import type { StaffAction } from '#contract/schemas/staff.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'

/** What the staff did, and the tablets that are over, go with the other trails (`trail_days`). What money acts moved stays in the ledger and with each refund. */

/** A tablet that nobody has used for longer than any location lets one stay signed in (`kitchen_tablet_days`) is over without having been signed out. */
const longestUnusedMs = 400 * dayMs

/** Forgets the acts of before a time (ms). */
export const forgetOldActs = (database: Queryable, locationId: string, beforeMs: number): Promise<void> =>
  deleteInBatches(database, 'staff_acts', 'location_id = $1 AND at <= $2', [locationId, beforeMs])

/** Forgets the tablets that were signed out before a time (ms), or whose code was over by then without having been entered. */
export const forgetOldTablets = (database: Queryable, locationId: string, beforeMs: number): Promise<void> =>
  deleteInBatches(
    database,
    'kitchen_tablets',
    'location_id = $1 AND (signed_out_at <= $2 OR (signed_in_at IS NULL AND code_ends_at <= $2) OR last_seen_at <= $3)',
    [locationId, beforeMs, beforeMs - longestUnusedMs],
  )

/** What is called in its person's own words: a passkey is somebody's phone. */
const inOwnWords = (['passkey_added', 'passkey_removed'] satisfies StaffAction[])
  .map((action) => `'${action}'`)
  .join()

/** Takes somebody's own words out of what they did here; that it was done stays, by an id that names nobody any more. */
export const forgetOwnWords = (tx: Transaction, locationId: string, userId: string): void =>
  tx.later(
    `UPDATE staff_acts SET about = '' WHERE location_id = $1 AND user_id = $2 AND action IN (${inOwnWords})`,
    [locationId, userId],
  )

/**
 * What somebody did here as staff and what the staff did about them, and the tablets that they made codes for, by table. Of what they did with others'
 * orders, cards and accounts: what it was, when and how much, and nothing that leads to those others; of what others did: not which of them.
 */
export async function exportStaffWork(
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<Record<'staff_acts' | 'kitchen_tablets', unknown[]>> {
  const read = async (sql: string): Promise<unknown[]> =>
    (await database.query<{ row: unknown }>(sql, [locationId, userId])).map(({ row }) => row)
  const [acts, tablets] = await Promise.all([
    read(
      `SELECT jsonb_build_object('at', a.at, 'action', a.action, 'role', a.role, 'amount_cents', a.amount_cents, 'reason', a.reason,
           'by_you', a.user_id IS NOT DISTINCT FROM $2, 'about_you', a.about_user_id IS NOT DISTINCT FROM $2,
           'about', CASE WHEN a.about_user_id = $2 OR (a.user_id = $2 AND a.action IN (${inOwnWords})) THEN a.about END) AS row
       FROM staff_acts a WHERE a.location_id = $1 AND (a.user_id = $2 OR a.about_user_id = $2) ORDER BY a.number`,
    ),
    read(
      `SELECT jsonb_build_object('name', t.name, 'made_at', t.made_at, 'signed_in_at', t.signed_in_at, 'signed_out_at', t.signed_out_at) AS row
       FROM kitchen_tablets t WHERE t.location_id = $1 AND t.made_by = $2 ORDER BY t.made_at, t.id`,
    ),
  ])
  return { staff_acts: acts!, kitchen_tablets: tablets! }
}
