import type { Clock } from '#contract/ports.ts'
import type { Queryable } from '#server/db/database.ts'

/**
 * After the database was restored from a backup: every order that is open in it ends, since it may have been changed or placed since, which nobody here knows.
 * What is held for one is released as for any order that is left; one that a payment card has paid for is still placed or refunded. Returns what is said.
 */
export async function endOpenOrders(database: Queryable, clock: Clock): Promise<string> {
  const { length } = await database.query(
    `UPDATE tickets SET set_back_at = $1 WHERE status = 'Open' AND name = '' AND set_back_at IS NULL RETURNING id`,
    [clock.now()],
  )
  return `${length === 1 ? '1 open order has' : `${length} open orders have`} ended. Guests are offered the dishes again.`
}
