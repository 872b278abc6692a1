import * as z from 'zod/mini'
import { emptyContact } from '#contract/rules/contact.ts'
import { stateOf } from '#contract/rules/order-state.ts'
import { type CheckInBody, type DeliveryUpdateBody, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'
import { isNewer } from './newest.ts'
import { type CheckInOp, enqueue, isCheckInOp, listWaiting, removeChange } from './outbox.ts'
import { requirePrincipal } from './sessions.ts'
import { findTicketHistory } from './ticket-histories.ts'
import { writeWithRoom } from './with-room.ts'
import type { PlacedOrderRow } from './rows/placed-orders.ts'

export type { PlacedOrderRow } from './rows/placed-orders.ts'

/** The order with its pending I'M HERE, where there is one. */
export type WatchedOrder = { row: PlacedOrderRow; checkIn: CheckInOp | undefined }

type Who = { locationId: string; principal: string }

/** How many orders of a principal are kept. */
export const keptOrders = 20

const Refusal = z.object({ messages: z.array(z.string()) })

/** A row that no longer fits its schema counts as none. */
export function readablePlaced(row: PlacedOrderRow | undefined): PlacedOrderRow | undefined {
  const ticket = z.safeParse(TicketOrder, row?.ticket)
  if (!row || !ticket.success) return undefined
  return {
    ...row,
    ticket: ticket.data,
    ...(row.refusal && { refusal: z.safeParse(Refusal, row.refusal).data }),
  }
}

/** All placed orders that the device has of a principal, including those that were only viewed here; the newest last. */
export async function listPlaced(
  db: LarderDatabase,
  { locationId, principal }: Who,
): Promise<PlacedOrderRow[]> {
  const rows = await db.placedOrders
    .where('[locationId+principal]')
    .equals([locationId, principal])
    .sortBy('placedAt')
  return rows.flatMap((row) => readablePlaced(row) ?? [])
}

/** The order that was placed last by a principal on this device, or undefined. */
export async function findLastPlaced(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<PlacedOrderRow | undefined> {
  return (await listPlaced(db, { locationId, principal })).findLast((row) => row.elsewhere !== true)
}

/** A principal's placed order with its pending change, or undefined. A member's own may be in their list of orders only. */
export async function findPlaced(
  db: LarderDatabase,
  who: Who,
  ticketId: string,
): Promise<WatchedOrder | undefined> {
  const { stored, checkIn } = await db.transaction('r', db.placedOrders, db.outbox, async () => {
    const found = readablePlaced(await db.placedOrders.get(ticketId))
    const isOwn = found?.locationId === who.locationId && found.principal === who.principal
    return { stored: isOwn ? found : undefined, checkIn: await findCheckIn(db, who, ticketId) }
  })
  const row = stored ?? (await findInHistory(db, who, ticketId))
  return row && { row, checkIn }
}

async function findInHistory(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
): Promise<PlacedOrderRow | undefined> {
  const history = await findTicketHistory(db, locationId, principal)
  const ticket = history?.tickets.find(({ id }) => id === ticketId)
  return (
    history &&
    ticket && {
      ticketId,
      locationId,
      principal,
      placedAt: placedAtOf(ticket, history.savedAt),
      ticket,
      savedAt: history.savedAt,
      elsewhere: true,
    }
  )
}

async function findCheckIn(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
): Promise<CheckInOp | undefined> {
  const waiting = (await listWaiting(db, locationId)).filter(isCheckInOp)
  return waiting.find((op) => op.principal === principal && op.change.ticketId === ticketId)
}

const details = Object.keys(emptyContact) as (keyof typeof emptyContact)[]

/**
 * A newer answer, merged with what only this device knows. The restaurant's message belongs to the status that it came with: one from before a cancellation
 * thanks for an order that will not come. A guest's personal details are sent once, to the device that placed the order. An answer without a first name (every
 * order is placed with one) leaves them out, so the stored ones are kept, and so is the key with which the device changes the order. Having arrived is not
 * undone by an answer that was requested before.
 */
export function mergeDetails(stored: TicketOrder | undefined, fresh: TicketOrder): TicketOrder {
  if (stored?.id !== fresh.id) return fresh
  const isComplete = (fresh.recipient_first_name ?? '') !== ''
  const own = isComplete
    ? {}
    : Object.fromEntries(
        details.flatMap((field) =>
          fresh[field] || stored[field] === undefined ? [] : [[field, stored[field]]],
        ),
      )
  const arrived =
    stored.recipient_checked_in === true
      ? { recipient_checked_in: true, checked_in_at: fresh.checked_in_at ?? stored.checked_in_at }
      : {}
  const message = fresh.success_message ?? (stateOf(fresh).isOver ? undefined : stored.success_message)
  const key = fresh.order_key ?? stored.order_key
  return {
    ...fresh,
    ...own,
    ...(key !== undefined && { order_key: key }),
    ...(message && { success_message: message }),
    ...arrived,
  }
}

/** Saves an order, and deletes all but the last 20 of its principal. For use inside a transaction over `placedOrders`. */
export async function putPlaced(db: LarderDatabase, row: PlacedOrderRow): Promise<void> {
  await db.placedOrders.put(row)
  const rows = await db.placedOrders
    .where('[locationId+principal]')
    .equals([row.locationId, row.principal])
    .sortBy('placedAt')
  await db.placedOrders.bulkDelete(rows.slice(0, -keptOrders).map((one) => one.ticketId))
}

/**
 * Saves the server's copy unless the stored one was requested later than `now`. Keeps details only this device knows. `sent`: fields this answer changed.
 * `isAwaited`: reported as the member's own. `heardAt`: current time (ms). Throws SessionChangedError.
 */
export async function savePlaced(
  db: LarderDatabase,
  who: Who,
  ticket: TicketOrder,
  now: number,
  {
    sent = {},
    isAwaited = false,
    heardAt,
  }: { sent?: DeliveryUpdateBody; isAwaited?: boolean; heardAt?: number } = {},
): Promise<void> {
  await db.transaction('rw', db.sessions, db.placedOrders, async () => {
    await requirePrincipal(db, who.locationId, who.principal)
    const found = readablePlaced(await db.placedOrders.get(ticket.id))
    const stored =
      found?.locationId === who.locationId && found.principal === who.principal ? found : undefined
    if (stored?.savedAt !== undefined && isNewer({ savedAt: stored.savedAt }, { savedAt: now }, heardAt))
      return
    const row = stored ?? { ...who, ticketId: ticket.id, placedAt: placedAtOf(ticket, now), elsewhere: true }
    await putPlaced(db, {
      ...row,
      ticket: mergeDetails(stored && changed(stored.ticket, sent), ticket),
      savedAt: now,
      isLost: undefined,
      ...(isAwaited && { isAwaited }),
    })
  })
}

/** An order with the details that were sent for it. */
const changed = (ticket: TicketOrder, sent: DeliveryUpdateBody): TicketOrder => ({
  ...ticket,
  ...Object.fromEntries(
    details.flatMap((field) => (sent[field] === undefined ? [] : [[field, sent[field]]])),
  ),
})

/** The restaurant does not have an order as a placed one any more. The device's copy is kept: nobody else has one. */
export async function noteLost(
  db: LarderDatabase,
  { locationId, principal }: Who,
  ticketId: string,
): Promise<void> {
  await db.placedOrders
    .where('ticketId')
    .equals(ticketId)
    .and((row) => row.locationId === locationId && row.principal === principal)
    .modify({ isLost: true })
}

/** When an order was placed (ms since the epoch), by its own history; `otherwise` where that does not say. */
export function placedAtOf({ history }: TicketOrder, otherwise: number): number {
  const at = Date.parse(history?.[0]?.at ?? '')
  return Number.isNaN(at) ? otherwise : at
}

/**
 * Saves I'M HERE with the time of the tap: once, however often it is tapped and in how many tabs. Throws SessionChangedError when its person is no longer
 * signed in here.
 */
export async function appendCheckIn(
  db: LarderDatabase,
  who: Who,
  { opId, ticketId, body }: { opId: string; ticketId: string; body: CheckInBody },
  now: number,
): Promise<void> {
  await writeWithRoom(db, [db.sessions, db.placedOrders, db.outbox], async () => {
    await requirePrincipal(db, who.locationId, who.principal)
    if (await findCheckIn(db, who, ticketId)) return
    await enqueue(db, { opId, ...who, change: { kind: 'ticket.check-in', ticketId, body } }, now)
    await db.placedOrders.where('ticketId').equals(ticketId).modify({ refusal: undefined })
  })
}

/** The restaurant knows that the guest is here. */
export async function acknowledgeCheckIn(
  db: LarderDatabase,
  op: CheckInOp,
  ticket: TicketOrder,
  now: number,
): Promise<void> {
  await writeWithRoom(db, [db.placedOrders, db.outbox], async () => {
    // Signed out while the answer was on its way: nothing of it is kept.
    if (!(await removeChange(db, op))) return
    const stored = readablePlaced(await db.placedOrders.get(op.change.ticketId))
    if (stored)
      await db.placedOrders.put({
        ...stored,
        ticket: mergeDetails(changed(stored.ticket, op.change.body), ticket),
        savedAt: now,
        refusal: undefined,
      })
  })
}

/** I'M HERE failed and will not be tried again: the reason is kept until it is read. */
export async function refuseCheckIn(db: LarderDatabase, op: CheckInOp, messages: string[]): Promise<void> {
  await writeWithRoom(db, [db.placedOrders, db.outbox], async () => {
    if (await removeChange(db, op))
      await db.placedOrders.update(op.change.ticketId, { refusal: { messages } })
  })
}
