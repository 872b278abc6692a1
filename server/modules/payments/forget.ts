import type { Queryable, Transaction } from '#server/db/database.ts'
import { columnOf, type PayableRef } from './attempts.ts'

/** What tries to pay know of people. `ids` are payables', their rows locked by the caller. */

type Ids = { kind: PayableRef['kind']; ids: readonly string[] }

const among = ({ kind }: Ids): string =>
  `location_id = $1 AND ${columnOf[kind]} = ANY (string_to_array($2, ','))`

/** Which of these payables somebody tried to pay by card, and whether one of the tries is not over. */
export async function listTried(
  tx: Queryable,
  locationId: string,
  of: Ids,
): Promise<Map<string, { isOpen: boolean }>> {
  const rows = await tx.query<{ id: string; open: boolean }>(
    `SELECT ${columnOf[of.kind]} AS id, bool_or(state IN ('started', 'authenticating')) AS open FROM payment_attempts
     WHERE ${among(of)} GROUP BY 1`,
    [locationId, of.ids.join()],
  )
  return new Map(rows.map(({ id, open }) => [id, { isOpen: open }]))
}

/** Takes from tries that are over with which card of whom they were made; what they came to stays, and the provider's id of it. */
export const forgetPayers = (tx: Transaction, locationId: string, of: Ids): void =>
  tx.later(
    `UPDATE payment_attempts SET payment_source = '', customer_id = NULL, client_secret = NULL
     WHERE ${among(of)} AND state NOT IN ('started', 'authenticating')`,
    [locationId, of.ids.join()],
  )

/** What is kept of tries to pay these. */
export const exportAttempts = async (
  database: Queryable,
  locationId: string,
  of: Ids,
): Promise<unknown[]> => {
  const rows = await database.query<{ row: unknown }>(
    `SELECT to_jsonb(a) - 'client_secret' - 'counted' - 'locked_until' - 'locked_by' - 'admitted' AS row FROM payment_attempts a
     WHERE ${among(of)} ORDER BY a.created_at, a.id`,
    [locationId, of.ids.join()],
  )
  return rows.map(({ row }) => row)
}
