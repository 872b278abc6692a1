import type { Queryable, Transaction } from '#server/db/database.ts'
import { columnOf, type PayableRef } from './attempts.ts'

/** Personal data in payment attempts. `ids` are the payables', their rows locked by the caller. */

type Ids = { kind: PayableRef['kind']; ids: readonly string[] }

const among = ({ kind }: Ids): string =>
  `location_id = $1 AND ${columnOf[kind]} = ANY (string_to_array($2, ','))`

/** Which of these payables have payment attempts, and whether one of those is open. */
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

/** Removes the payer and the card from finished attempts; amounts stay, and the provider's id. */
export const forgetPayers = (tx: Transaction, locationId: string, of: Ids): void =>
  tx.later(
    `UPDATE payment_attempts SET payment_source = '', customer_id = NULL, client_secret = NULL
     WHERE ${among(of)} AND state NOT IN ('started', 'authenticating')`,
    [locationId, of.ids.join()],
  )

/** What is kept of attempts to pay these. */
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
