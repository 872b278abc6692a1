import { dayMs } from '#contract/durations.ts'
import type { StaffAction } from '#contract/schemas/staff.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'

/**
 * The staff's acts, and signed-out tablets, are deleted with the other trails (`trail_days`). The money that acts moved stays in the ledger and with each
 * refund.
 */

/** A tablet unused for longer than any location allows (`kitchen_tablet_days`) counts as signed out. */
const longestUnusedMs = 400 * dayMs

/** Deletes acts before a time (ms). */
export const forgetOldActs = (database: Queryable, locationId: string, beforeMs: number): Promise<void> =>
  deleteInBatches(database, 'staff_acts', 'location_id = $1 AND at <= $2', [locationId, beforeMs])

/** Deletes tablets that were signed out before a time (ms), or whose code expired unused before it. */
export const forgetOldTablets = (database: Queryable, locationId: string, beforeMs: number): Promise<void> =>
  deleteInBatches(
    database,
    'kitchen_tablets',
    'location_id = $1 AND (signed_out_at <= $2 OR (signed_in_at IS NULL AND code_ends_at <= $2) OR last_seen_at <= $3)',
    [locationId, beforeMs, beforeMs - longestUnusedMs],
  )

/** Acts whose `about` is in the person's own words: a passkey's name may be a person's phone. */
const inOwnWords = (['passkey_added', 'passkey_removed'] satisfies StaffAction[])
  .map((action) => `'${action}'`)
  .join()

/** Removes somebody's own words from the record of their acts; the act stays, under an id that no longer names anybody. */
export const forgetOwnWords = (tx: Transaction, locationId: string, userId: string): void =>
  tx.later(
    `UPDATE staff_acts SET about = '' WHERE location_id = $1 AND user_id = $2 AND action IN (${inOwnWords})`,
    [locationId, userId],
  )

/**
 * What somebody did as staff, what the staff did about them, and the tablets that they made codes for, by table. Of their acts on others' orders, cards and
 * accounts: what, when and how much, and nothing that leads to those others; of others' acts: not by whom.
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
