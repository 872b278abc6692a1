import type { Queryable, Transaction } from '#server/db/database.ts'

/** The kitchen's switch. While it is off, orders are accepted and wait as `Queued`. */

/** Whether a location's kitchen takes orders. */
export async function isKitchenOn(database: Queryable, locationId: string): Promise<boolean> {
  const rows = await database.query<{ is_on: boolean }>('SELECT is_on FROM kitchens WHERE location_id = $1', [
    locationId,
  ])
  return rows[0]?.is_on ?? true
}

/** Switches a location's kitchen. */
export function setKitchen(tx: Transaction, locationId: string, isOn: boolean, nowMs: number): void {
  tx.later(
    `INSERT INTO kitchens (location_id, is_on, changed_at) VALUES ($1, $2, $3)
     ON CONFLICT (location_id) DO UPDATE SET is_on = excluded.is_on, changed_at = excluded.changed_at`,
    [locationId, isOn, nowMs],
  )
}

/** Locks a location's kitchen until the transaction ends: when two people change its pause or its dishes at once, the second one sees the first one's change. */
export async function lockKitchen(tx: Transaction, locationId: string, nowMs: number): Promise<void> {
  await tx.query(
    `INSERT INTO kitchens (location_id, is_on, changed_at) VALUES ($1, true, $2)
     ON CONFLICT (location_id) DO UPDATE SET is_on = kitchens.is_on`,
    [locationId, nowMs],
  )
}
