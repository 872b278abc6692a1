import * as z from 'zod/mini'
import { CardOrder } from '#contract/schemas/card-order.ts'
import { type AttemptRow, findAttempt } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { requirePrincipal } from './sessions.ts'
import { writeWithRoom } from './with-room.ts'
import type { CardOrderTyped, CardOrderRow } from './rows/card-orders.ts'

export type { CardOrderTyped, CardOrderRow } from './rows/card-orders.ts'

/** The order with its payment whose outcome is not known, where there is one. */
export type WatchedCardOrder = { row: CardOrderRow; attempt: AttemptRow | undefined }

const Readable = z.looseObject({ snapshot: CardOrder, step: z.int(), typed: z.looseObject({}) })

/** Whoever comes back to a placed order after this long begins a new one (ms). */
const keptMs = 24 * 60 * 60 * 1000

/** What an order is for. Two tabs can be at orders of two kinds. */
export type CardOrderKind = Pick<CardOrderRow, 'type' | 'cardId'>

const isOfKind = (row: CardOrderRow, { type, cardId }: CardOrderKind): boolean =>
  row.type === type && (type !== 'Reload' || row.cardId === cardId)

/**
 * The order that a principal is at: one with a payment on its way before all others, else the newest, of a kind where one is asked for. A row that no
 * longer fits its schema counts as none, unless a payment hangs on it.
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
 * Begins an order in the place of one of its kind that its person had begun before; one with a payment on its way stays beside it, and one of another
 * kind, which another tab may be at. Throws SessionChangedError when they are not here any more.
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

/** Keeps what changed of an order. Does nothing when it is gone. */
export async function updateCardOrder(
  db: LarderDatabase,
  orderId: string,
  changes: Partial<Pick<CardOrderRow, 'snapshot' | 'step' | 'programId' | 'programName'>>,
  now: number,
): Promise<void> {
  await db.cardOrders.update(orderId, { ...changes, updatedAt: now })
}

/** Adds to what is typed. */
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

/** Forgets an order. */
export async function removeCardOrder(db: LarderDatabase, orderId: string): Promise<void> {
  await db.cardOrders.delete(orderId)
}

/** Whether an order may be gone on with, or shown: not one that was placed long ago. */
export const isCurrent = (row: CardOrderRow, now: number): boolean =>
  row.snapshot.status !== 'Expired' && now - row.updatedAt < keptMs
