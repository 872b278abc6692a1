import type { Table } from 'dexie'
import { holdsMoney, isFinished, isPlaced } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findAttempt } from './attempts.ts'
import { addRevocation } from './revocations.ts'
import type { LarderDatabase } from './database.ts'
import { findPlaced } from './placed-orders.ts'
import { guest } from './names.ts'
import type { TicketOp } from './outbox.ts'
import { personalTables, removePrincipals, tablesByPrincipal } from './personal.ts'
import { findSession, endQuarantine, type SessionRow } from './sessions.ts'
import { lostLinesOf } from './lost-lines.ts'
import {
  type ActiveTicket,
  asOfOther,
  findActiveTicket,
  type LostLine,
  type Refusal,
  removeDraft,
  type TicketRow,
  whenRead,
} from './tickets.ts'
import type { UserRow } from './users.ts'
import { writeWithRoom } from './with-room.ts'

/** Both orders on a phone have money on them, or a payment whose outcome is unknown: neither may be discarded. */
export class ConflictingPaymentsError extends Error {
  override name = 'ConflictingPaymentsError'
  /** What the guest's order is waiting for: the outcome of a payment, or being placed. */
  readonly isOpen: boolean
  constructor(isOpen: boolean) {
    super('two orders of this device are paid or being paid')
    this.isOpen = isOpen
  }
}

/** An order that the restaurant has and this device has not, and the draft id that it gets here. */
export type OpenOrder = { draftId: string; snapshot: TicketOrder }

/**
 * Saves a sign-in in one transaction: the session, the user, and the order that was begun as a guest, or where there is none the one that the restaurant keeps
 * for them (`open`). The user is left out where only the session is known here. Anybody else's data on this device is removed; a replaced session is kept until
 * it is ended on the server. Throws ConflictingPaymentsError, having changed nothing. `now` in ms since the epoch.
 */
export async function beginSession(
  db: LarderDatabase,
  session: SessionRow,
  user: Omit<UserRow, 'refusal'> | undefined,
  now: number,
  open?: OpenOrder,
): Promise<void> {
  const { locationId, principal } = session
  await writeWithRoom(db, [...personalTables(db), db.meta, db.revocations], async () => {
    const before = await findSession(db, locationId)
    if (before?.revocationId !== undefined && before.revocationId !== session.revocationId)
      await addRevocation(db, before.revocationId)
    await removePrincipals(db, locationId, [guest, principal])
    if (open) await refreshOwn(db, { locationId, principal }, open.snapshot)
    await keepOneOrder(db, locationId, principal, now)
    await adopt(db, locationId, principal)
    if (open && !(await isPlacedHere(db, { locationId, principal }, open)))
      await takeOpen(db, { locationId, principal }, open, now)
    await db.sessions.put(session)
    if (user) await db.users.put(user)
    await endQuarantine(db, locationId)
  })
}

/** The restaurant's data is from before the member placed this order here: as an open one it would be paid a second time. */
const isPlacedHere = async (
  db: LarderDatabase,
  who: { locationId: string; principal: string },
  { snapshot }: OpenOrder,
): Promise<boolean> => isPlaced((await findPlaced(db, who, snapshot.id))?.row.ticket.status ?? 'Open')

/** The restaurant's order is on this device already, from before the last session ended: it is first updated, since the two are one order. */
async function refreshOwn(
  db: LarderDatabase,
  { locationId, principal }: { locationId: string; principal: string },
  snapshot: TicketOrder,
): Promise<void> {
  const row = (await findActiveTicket(db, locationId, principal))?.row
  if (row?.ticketId === snapshot.id) await db.tickets.update(row.draftId, await whenRead(db, row, snapshot))
}

/**
 * An order on this device with dishes on it is kept, since its owner is looking at it; but an order that the restaurant holds money for takes precedence. Any
 * other is dropped: its refusals, and its dishes as an offer, move to the order that is kept.
 */
async function takeOpen(
  db: LarderDatabase,
  who: { locationId: string; principal: string },
  open: OpenOrder,
  now: number,
): Promise<void> {
  const here = await findOrder(db, who.locationId, who.principal)
  if (here?.row.ticketId === open.snapshot.id) return
  if (here && worthOf(here) >= (isPaid(open.snapshot) ? worth.money : worth.something))
    return await offerOn(db, here.row, open.snapshot, now)
  if (here) await removeDraft(db, here.row.draftId)
  const { refusals, lost } = here ? leftOf(here, now) : { refusals: [], lost: [] }
  await db.tickets.add({
    ...who,
    ...open,
    ticketId: open.snapshot.id,
    lineIds: {},
    refusals,
    ...(lost.length > 0 && { lost }),
    updatedAt: now,
  })
}

/** Offers the dishes of an unpaid order on the one that is kept; once, however often its owner signs in. */
async function offerOn(
  db: LarderDatabase,
  row: TicketRow,
  snapshot: TicketOrder,
  now: number,
): Promise<void> {
  if (isPaid(snapshot)) return
  const offered = row.lost ?? []
  const known = new Set(offered.map(({ line }) => JSON.stringify(line)))
  const dishes = dishesOf(snapshot).filter(({ line }) => !known.has(JSON.stringify(line)))
  if (dishes.length > 0) await db.tickets.put({ ...row, lost: [...offered, ...dishes], updatedAt: now })
}

const isOver = ({ row }: ActiveTicket): boolean =>
  row.snapshot !== undefined && isFinished(row.snapshot.status)

const isPaid = (snapshot: TicketOrder): boolean =>
  snapshot.status === 'PaymentComplete' || holdsMoney(snapshot)

type Order = ActiveTicket & { isPaying: boolean }

/** What would be lost with an order, the worst last. */
const worth = { over: 0, nothing: 1, offered: 2, something: 3, money: 4 }

function worthOf(order: Order): number {
  const { row, pending, isPaying } = order
  const { snapshot, ticketId, lost } = row
  if (isPaying) return worth.money
  if (isOver(order)) return worth.over
  if (snapshot && isPaid(snapshot)) return worth.money
  // If its snapshot cannot be read, what is on the order is unknown.
  const hasDishes = snapshot ? snapshot.items.length > 0 : ticketId !== undefined
  if (hasDishes || pending.length > 0) return worth.something
  // Dishes that are only offered move to the order that is kept.
  return lost?.length ? worth.offered : worth.nothing
}

/** Keeps at most one active order of the two: the guest's, and one that the user already had here. */
async function keepOneOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
  now: number,
): Promise<void> {
  const begun = await findOrder(db, locationId, guest)
  const own = await findOrder(db, locationId, principal)
  if (!begun || !own) return
  const stays = choose(begun, own)
  const goes = stays === own ? begun : own
  await removeDraft(db, goes.row.draftId)
  const left = leftOf(goes, now)
  if (left.refusals.length === 0 && left.lost.length === 0) return
  const refusals = [...stays.row.refusals, ...left.refusals]
  const lost = [...(stays.row.lost ?? []), ...left.lost]
  await db.tickets.put({ ...stays.row, refusals, ...(lost.length > 0 && { lost }), updatedAt: now })
}

/** What survives of an order that is dropped: refusals that were not read, and its dishes, to be offered on the order that is kept. */
function leftOf({ row, pending }: Order, now: number): { refusals: Refusal[]; lost: LostLine[] } {
  return {
    refusals: [...row.refusals, ...pending.map((op) => refusalOf(op, now))].map(asOfOther),
    lost: [...(row.lost ?? []), ...(row.snapshot ? dishesOf(row.snapshot) : [])],
  }
}

/** The dishes to offer on another order; none of one that is placed or over. */
const dishesOf = (snapshot: TicketOrder): LostLine[] =>
  isFinished(snapshot.status) ? [] : lostLinesOf(snapshot).map((one) => ({ ...one, isOther: true }))

/**
 * The order with more to lose: money (paid or being paid) before dishes, and those before an empty order. Of two alike the newer one, unless the older has
 * changes that were never acknowledged: then the user's.
 */
function choose(begun: Order, own: Order): Order {
  const [ofBegun, ofOwn] = [worthOf(begun), worthOf(own)]
  if (ofBegun === worth.money && ofOwn === worth.money) throw new ConflictingPaymentsError(begun.isPaying)
  if (ofBegun !== ofOwn) return ofBegun > ofOwn ? begun : own
  const [newer, older] = begun.row.updatedAt > own.row.updatedAt ? [begun, own] : [own, begun]
  return older.pending.length === 0 ? newer : own
}

async function findOrder(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<Order | undefined> {
  const order = await findActiveTicket(db, locationId, principal)
  if (!order) return undefined
  const isPaying = (await findAttempt(db, order.row.draftId)) !== undefined
  // An order that is over is kept for its unread refusals and its offers, and is dropped for any other.
  const isRead = order.row.refusals.length === 0 && !order.row.lost?.length
  if (isPaying || !isOver(order) || !isRead) return { ...order, isPaying }
  await removeDraft(db, order.row.draftId)
  return undefined
}

const refusalOf = ({ opId, change }: TicketOp, now: number): Refusal => ({
  opId,
  change,
  messages: ['You already had an order here when you signed in. This change of the other one was not sent.'],
  refusedAt: now,
})

/**
 * Moves the guest's rows to the user, in every table. Unacknowledged changes are still sent as the guest that made them. Copies and views of what the guest was
 * shown are deleted: they are fetched again as the user, and if left they would be shown to the next guest.
 */
async function adopt(db: LarderDatabase, locationId: string, principal: string): Promise<void> {
  const unsent: Table[] = [db.outbox, db.paymentAttempts]
  const own: Table[] = [db.tickets, db.placedOrders, db.cardOrders, db.physicalOrders]
  for (const table of tablesByPrincipal(db)) {
    const rows = (table as Table).filter((row) => row.locationId === locationId && row.principal === guest)
    if (unsent.includes(table)) await rows.modify({ principal, as: 'guest' })
    else if (own.includes(table)) await rows.modify({ principal })
    else await rows.delete()
  }
}
