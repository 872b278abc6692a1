import type { Queryable } from '#server/db/database.ts'

/**
 * After the database was restored from a backup: every order that is open in it ends, since it may have been changed or placed since, which nobody here knows.
 * What is held for one is released as for any order that is left; one that a payment card has paid for is still placed or refunded. Returns how many ended.
 */
export async function endOpenOrders(database: Queryable, nowMs: number): Promise<number> {
  const rows = await database.query(
    `UPDATE tickets SET set_back_at = $1 WHERE status = 'Open' AND name = '' AND set_back_at IS NULL RETURNING id`,
    [nowMs],
  )
  return rows.length
}
