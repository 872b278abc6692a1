import type { LarderDatabase } from './database.ts'
import type { PlacedOrderRow } from './placed-orders.ts'
import { requirePrincipal } from './sessions.ts'

/** Which orders this device is told of with the page closed, and at which address of its push service. */

type Who = { locationId: string; principal: string }

/** Notes that the device is told of an order at an address from now on; undefined: no more. Throws SessionChangedError when its person is not here any more. */
export async function setNotified(
  db: LarderDatabase,
  who: Who,
  ticketId: string,
  endpoint: string | undefined,
): Promise<void> {
  await db.transaction('rw', db.sessions, db.placedOrders, async () => {
    await requirePrincipal(db, who.locationId, who.principal)
    await db.placedOrders
      .where('ticketId')
      .equals(ticketId)
      .filter((row) => row.locationId === who.locationId && row.principal === who.principal)
      .modify({ notified: endpoint })
  })
}

/** The address at which the device is told of an order of this principal's, or undefined. */
export async function findNotified(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
): Promise<string | undefined> {
  const row = await db.placedOrders.get(ticketId)
  return row?.locationId === locationId && row.principal === principal ? row.notified : undefined
}

/** Every order that the device is told of, whoever's it is. */
export const listNotified = (db: LarderDatabase): Promise<PlacedOrderRow[]> =>
  db.placedOrders.filter((row) => row.notified !== undefined).toArray()
