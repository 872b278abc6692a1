import * as z from 'zod/mini'
import type { Recipient } from '#contract/rules/contact.ts'
import { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import { type AttemptRow, findAttempt } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { requirePrincipal } from './sessions.ts'

/** What is typed in the checkout, as typed. */
export type PhysicalTyped = Partial<
  Recipient & {
    buyer_first_name: string
    buyer_last_name: string
    buyer_email: string
    personal_message: string
  }
>

/** The cart of cards that go by post, as the server last told it (specification §3 *Gift cart order*). */
export type PhysicalOrderRow = {
  orderId: string
  locationId: string
  principal: string
  snapshot: PhysicalOrder
  typed: PhysicalTyped
  updatedAt: number
}

export type WatchedPhysicalOrder = { row: PhysicalOrderRow; attempt: AttemptRow | undefined }

const Readable = z.looseObject({ snapshot: PhysicalOrder, typed: z.looseObject({}) })

/** The cart of a principal: one with a payment on its way before all others, else the newest. A row that no longer fits its schema counts as none. */
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

/** Begins a cart. Throws SessionChanged when its person is not here any more. */
export async function beginPhysicalOrder(db: LarderDatabase, row: PhysicalOrderRow): Promise<void> {
  await db.transaction('rw', db.sessions, db.physicalOrders, async () => {
    await requirePrincipal(db, row.locationId, row.principal)
    await db.physicalOrders.put(row)
  })
}

/** The server's newest word of a cart. Does nothing when it is gone. */
export async function savePhysicalOrder(
  db: LarderDatabase,
  orderId: string,
  snapshot: PhysicalOrder,
  now: number,
): Promise<void> {
  await db.physicalOrders.update(orderId, { snapshot, updatedAt: now })
}

/** Adds to what is typed. */
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

/** Forgets a cart. */
export async function removePhysicalOrder(db: LarderDatabase, orderId: string): Promise<void> {
  await db.physicalOrders.delete(orderId)
}
