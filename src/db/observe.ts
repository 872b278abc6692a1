import { liveQuery, type Observable } from 'dexie'
import { type AttemptRow, findAttempt } from './attempts.ts'
import { type CardOrderKind, findCardOrder, type WatchedCardOrder } from './card-orders.ts'
import { type CurrentOrders, listCurrentOrders } from './current-orders.ts'
import type { LarderDatabase } from './database.ts'
import type { UserOp } from './outbox.ts'
import { findPhysicalOrder, type WatchedPhysicalOrder } from './physical-orders.ts'
import { findPlaced, type WatchedOrder } from './placed-orders.ts'
import { type ActiveTicket, findActiveTicket } from './tickets.ts'
import { findEditedUser, type UserRow } from './users.ts'

export type WatchedTicket = ActiveTicket & { attempt: AttemptRow | undefined }

/** A running observation. */
export type Observer = { unsubscribe(): void }

/** The active ticket now, and again after every change of it in any tab or in the worker. */
export function observeActiveTicket(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<WatchedTicket | undefined> {
  return liveQuery(async () => {
    const active = await findActiveTicket(db, locationId, principal)
    return active && { ...active, attempt: await findAttempt(db, active.row.draftId) }
  })
}

/** A person's row with their pending edits, now and after every change of it in any tab or in the worker. */
export function observeUser(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<{ row: UserRow; waiting: UserOp[] } | undefined> {
  return liveQuery(() => findEditedUser(db, locationId, principal))
}

/** A person's current order for gift cards (`findCardOrder`), now and after every change of it in any tab. */
export function observeCardOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  kind?: CardOrderKind,
): Observable<WatchedCardOrder | undefined> {
  return liveQuery(() => findCardOrder(db, locationId, principal, kind))
}

/** The cart of mailed cards, now and after every change of it in any tab. */
export function observePhysicalOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<WatchedPhysicalOrder | undefined> {
  return liveQuery(() => findPhysicalOrder(db, locationId, principal))
}

/** A placed order with its pending changes, now and after every change of it in any tab or in the worker. */
export function observePlaced(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  ticketId: string,
): Observable<WatchedOrder | undefined> {
  return liveQuery(() => findPlaced(db, { locationId, principal }, ticketId))
}

/** A person's current orders, which are shown on every screen, now and after every change of them in any tab or in the worker. */
export function observeCurrentOrders(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<CurrentOrders | undefined> {
  return liveQuery(() => listCurrentOrders(db, { locationId, principal }))
}
