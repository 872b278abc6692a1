import * as z from 'zod/mini'
import { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { type AttemptRow, findAttempt } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { requirePrincipal } from './sessions.ts'
import { writeWithRoom } from './with-room.ts'
import type { PhysicalTyped, PhysicalOrderRow } from './rows/physical-orders.ts'

export type { PhysicalTyped, PhysicalOrderRow } from './rows/physical-orders.ts'

export type WatchedPhysicalOrder = { row: PhysicalOrderRow; attempt: AttemptRow | undefined }

const Readable = z.looseObject({ snapshot: PhysicalOrder, typed: z.looseObject({}) })

/** A principal's cart: first one with a payment under way, else the newest. A row that no longer fits its schema counts as none. */
export async function findPhysicalOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<WatchedPhysicalOrder | undefined> {
  return await db.transaction('r', db.physicalOrders, db.paymentAttempts, async () => {
    const rows = await db.physicalOrders
      .where('[locationId+principal]')
      .equals([locationId, principal])
      .sortBy('updatedAt')
    const watched: WatchedPhysicalOrder[] = []
    for (const row of rows)
      if (z.safeParse(Readable, row).success)
        watched.push({ row, attempt: await findAttempt(db, row.orderId) })
    return watched.find((one) => one.attempt) ?? watched.at(-1)
  })
}

/** Begins a cart. Throws SessionChangedError when its person is no longer signed in here. */
export async function beginPhysicalOrder(db: LarderDatabase, row: PhysicalOrderRow): Promise<void> {
  await writeWithRoom(db, [db.sessions, db.physicalOrders], async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await db.physicalOrders.put(row)
  })
}

/** Saves the server's latest answer about a cart. Does nothing when the cart is gone. */
export async function savePhysicalOrder(
  db: LarderDatabase,
  orderId: string,
  snapshot: PhysicalOrder,
  now: number,
): Promise<void> {
  await db.physicalOrders.update(orderId, { snapshot, updatedAt: now })
}

/** Adds to what was typed. */
export async function keepPhysicalTyped(
  db: LarderDatabase,
  orderId: string,
  typed: PhysicalTyped,
): Promise<void> {
  await db.transaction('rw', db.physicalOrders, async () => {
    const row = await db.physicalOrders.get(orderId)
    if (row) await db.physicalOrders.update(orderId, { typed: { ...row.typed, ...typed } })
  })
}

/** Deletes a cart. */
export async function removePhysicalOrder(db: LarderDatabase, orderId: string): Promise<void> {
  await db.physicalOrders.delete(orderId)
}
