import type { Clock } from '#contract/ports.ts'
import type { Queryable } from '#server/db/database.ts'
import { endOpenOrders } from '#server/modules/tickets/set-back.ts'

/** Ends the orders that were open in the backup from which the database was restored. Returns the message about it. */
export async function endRestored(database: Queryable, clock: Clock): Promise<string> {
  const count = await endOpenOrders(database, clock.now())
  return `${count === 1 ? '1 open order has' : `${count} open orders have`} ended. Guests are offered the dishes again.`
}
