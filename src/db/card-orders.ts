import * as z from 'zod/mini'
import { CardOrder } from '#contract/schemas/card-order.ts'
import { type AttemptRow, findAttempt } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { requirePrincipal } from './sessions.ts'
import { writeWithRoom } from './with-room.ts'
import type { CardOrderTyped, CardOrderRow } from './rows/card-orders.ts'

export type { CardOrderTyped, CardOrderRow } from './rows/card-orders.ts'

/** The order, with its payment if that has an unknown outcome. */
export type WatchedCardOrder = { row: CardOrderRow; attempt: AttemptRow | undefined }

const Readable = z.looseObject({ snapshot: CardOrder, step: z.int(), typed: z.looseObject({}) })

/** Somebody who returns to a placed order after this long starts a new one (ms). */
const keptMs = 24 * 60 * 60 * 1000

/** What an order is for. Two tabs can have orders of two kinds open. */
export type CardOrderKind = Pick<CardOrderRow, 'type' | 'cardId'>

const isOfKind = (row: CardOrderRow, { type, cardId }: CardOrderKind): boolean =>
  row.type === type && (type !== 'Reload' || row.cardId === cardId)

/**
 * A principal's current order: first one with an unresolved payment, otherwise the newest, of a kind if one is given. A row that no longer fits its schema
 * counts as none, unless it has a payment.
 */
export async function findCardOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  kind?: CardOrderKind,
): Promise<WatchedCardOrder | undefined> {
  return await db.transaction('r', db.cardOrders, db.paymentAttempts, async () => {
    const rows = await db.cardOrders
      .where('[locationId+principal]')
      .equals([locationId, principal])
      .sortBy('updatedAt')
    const watched: WatchedCardOrder[] = []
    for (const row of rows)
      if (z.safeParse(Readable, row).success)
        watched.push({ row, attempt: await findAttempt(db, row.orderId) })
    return watched.find((one) => one.attempt) ?? watched.findLast(({ row }) => !kind || isOfKind(row, kind))
  })
}

/**
 * Starts an order in place of the person's earlier one of the same kind; one with an unresolved payment stays, and so does one of another kind, which another
 * tab may have open. Throws SessionChangedError when they are no longer signed in.
 */
export async function beginCardOrder(db: LarderDatabase, row: CardOrderRow): Promise<void> {
  await writeWithRoom(db, [db.sessions, db.cardOrders, db.paymentAttempts], async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    for (const other of await db.cardOrders
      .where('[locationId+principal]')
      .equals([row.locationId, row.principal])
      .toArray())
      if (
        (isOfKind(other, row) || !isCurrent(other, row.updatedAt)) &&
        !(await findAttempt(db, other.orderId))
      )
        await db.cardOrders.delete(other.orderId)
    await db.cardOrders.put(row)
  })
}

/** Saves the changes of an order. Does nothing when it no longer exists. */
export async function updateCardOrder(
  db: LarderDatabase,
  orderId: string,
  changes: Partial<Pick<CardOrderRow, 'snapshot' | 'step' | 'programId' | 'programName'>>,
  now: number,
): Promise<void> {
  await db.cardOrders.update(orderId, { ...changes, updatedAt: now })
}

/** Merges what is typed. */
export async function keepCardOrderTyped(
  db: LarderDatabase,
  orderId: string,
  typed: CardOrderTyped,
): Promise<void> {
  await db.transaction('rw', db.cardOrders, async () => {
    const row = await db.cardOrders.get(orderId)
    if (row) await db.cardOrders.update(orderId, { typed: { ...row.typed, ...typed } })
  })
}

/** Deletes an order. */
export async function removeCardOrder(db: LarderDatabase, orderId: string): Promise<void> {
  await db.cardOrders.delete(orderId)
}

/** Whether an order can be continued or shown: not one that was placed long ago. */
export const isCurrent = (row: CardOrderRow, now: number): boolean =>
  row.snapshot.status !== 'Expired' && now - row.updatedAt < keptMs
