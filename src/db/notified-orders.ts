import type { LarderDatabase } from './database.ts'
import type { PlacedOrderRow } from './placed-orders.ts'
import { requirePrincipal } from './sessions.ts'

/** The orders that this device gets push notifications about, and the address at its push service for each. */

type Who = { locationId: string; principal: string }

/**
 * Records the push address for an order; undefined: no more notifications, because the push service has ended them (`isEnded`) or somebody has turned them off.
 * Throws SessionChangedError when its person is no longer signed in here.
 */
export async function setNotified(
  db: LarderDatabase,
  who: Who,
  ticketId: string,
  { endpoint, isEnded = false }: { endpoint: string | undefined; isEnded?: boolean },
): Promise<void> {
  await db.transaction('rw', db.sessions, db.placedOrders, async () => {
    await requirePrincipal(db, who.locationId, who.principal)
    await db.placedOrders
      .where('ticketId')
      .equals(ticketId)
      .filter((row) => row.locationId === who.locationId && row.principal === who.principal)
      .modify({ notified: endpoint, notificationsEnded: isEnded })
  })
}

/** The push address for one of this principal's orders, or undefined. */
export async function findNotified(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
): Promise<string | undefined> {
  const row = await db.placedOrders.get(ticketId)
  return row?.locationId === locationId && row.principal === principal ? row.notified : undefined
}

/** Whether the push service has ended the notifications about an order that this principal had turned on. */
export async function areNotificationsEnded(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
): Promise<boolean> {
  const row = await db.placedOrders.get(ticketId)
  return row?.locationId === locationId && row.principal === principal && row.notificationsEnded === true
}

/** Every order that the device gets notifications about, of any principal. */
export const listNotified = (db: LarderDatabase): Promise<PlacedOrderRow[]> =>
  db.placedOrders.filter((row) => row.notified !== undefined).toArray()
