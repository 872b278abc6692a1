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

/** What watching can be ended by. */
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

/** A person's row with their edits that wait, now and after every change of it in any tab or in the worker. */
export function observeUser(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<{ row: UserRow; waiting: UserOp[] } | undefined> {
  return liveQuery(() => findEditedUser(db, locationId, principal))
}

/** The order for gift cards that a person is at (`findCardOrder`), now and after every change of it in any tab. */
export function observeCardOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  kind?: CardOrderKind,
): Observable<WatchedCardOrder | undefined> {
  return liveQuery(() => findCardOrder(db, locationId, principal, kind))
}

/** The cart of cards that go by post, now and after every change of it in any tab. */
export function observePhysicalOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<WatchedPhysicalOrder | undefined> {
  return liveQuery(() => findPhysicalOrder(db, locationId, principal))
}

/** A placed order with what waits for it, now and after every change of it in any tab or in the worker. */
export function observePlaced(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  ticketId: string,
): Observable<WatchedOrder | undefined> {
  return liveQuery(() => findPlaced(db, { locationId, principal }, ticketId))
}

/** What a person is told of on every screen, now and after every change of it in any tab or in the worker. */
export function observeCurrentOrders(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<CurrentOrders | undefined> {
  return liveQuery(() => listCurrentOrders(db, { locationId, principal }))
}
