import type { Table } from 'dexie'
import { holdsMoney, isFinished } from '#contract/rules/ticket.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findAttempt } from './attempts.ts'
import { addRevocation } from './revocations.ts'
import type { LarderDatabase } from './database.ts'
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
} from './tickets.ts'
import type { UserRow } from './users.ts'
import { writeWithRoom } from './with-room.ts'

/** Both orders of a phone have money on them, or a payment whose outcome is not known: neither may be given up. */
export class ConflictingPaymentsError extends Error {
  override name = 'ConflictingPaymentsError'
  /** What the guest's order waits for: the outcome of a payment, or to be placed. */
  readonly isOpen: boolean
  constructor(isOpen: boolean) {
    super('two orders of this device are paid or being paid')
    this.isOpen = isOpen
  }
}

/** An order as the restaurant has it that is on no device of this one's, and the draft's id that it gets here. */
export type OpenOrder = { draftId: string; snapshot: TicketOrder }

/**
 * Somebody signed in: their session, their user, and the order that was begun as a guest, in one transaction; where there is none, the one that the
 * restaurant keeps for them (`open`). The user is left out where only the session is known here. What anybody else left on this device goes; a session that is replaced is kept for ending on the server. Throws
 * ConflictingPaymentsError, and has then changed nothing. `now` in ms since the epoch.
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
    if (open) await takeOpen(db, { locationId, principal }, open, now)
    await db.sessions.put(session)
    if (user) await db.users.put(user)
    await endQuarantine(db, locationId)
  })
}

/** The order that the restaurant keeps is here already, as it was when the last session ended: first of all it is brought up to date, for it is one order and not two. */
async function refreshOwn(
  db: LarderDatabase,
  { locationId, principal }: { locationId: string; principal: string },
  snapshot: TicketOrder,
): Promise<void> {
  await db.tickets
    .where('[locationId+principal]')
    .equals([locationId, principal])
    .and(({ ticketId }) => ticketId === snapshot.id)
    .modify({ snapshot })
}

/**
 * An order with something on it that is here already stays: it is the one that its owner has before them; but not before one that the restaurant has money of.
 * Any other gives way. Of the one that does not stay is told and offered what is left of it.
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

/** The dishes of an order that nothing was paid for, on the one that stays; once, however often its owner signs in. */
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

/** What is lost with an order, the worst last. */
const worth = { over: 0, nothing: 1, offered: 2, something: 3, money: 4 }

function worthOf(order: Order): number {
  const { row, pending, isPaying } = order
  const { snapshot, ticketId, lost } = row
  if (isPaying) return worth.money
  if (isOver(order)) return worth.over
  if (snapshot && isPaid(snapshot)) return worth.money
  // What is on one whose copy cannot be read is not known.
  const hasDishes = snapshot ? snapshot.items.length > 0 : ticketId !== undefined
  if (hasDishes || pending.length > 0) return worth.something
  // What is only offered goes over to the one that stays.
  return lost?.length ? worth.offered : worth.nothing
}

/** Leaves at most one active order of the two: a guest's, and one that the user had here before. */
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

/** What outlives an order that gives way to another: what nobody has read yet, and its dishes, to be put on the one that stays. */
function leftOf({ row, pending }: Order, now: number): { refusals: Refusal[]; lost: LostLine[] } {
  return {
    refusals: [...row.refusals, ...pending.map((op) => refusalOf(op, now))].map(asOfOther),
    lost: [...(row.lost ?? []), ...(row.snapshot ? dishesOf(row.snapshot) : [])],
  }
}

/** To be offered on another order; none of one that is placed or over. */
const dishesOf = (snapshot: TicketOrder): LostLine[] =>
  isFinished(snapshot.status) ? [] : lostLinesOf(snapshot).map((one) => ({ ...one, isOther: true }))

/**
 * The one with more to lose: money, paid or on its way, before dishes, and those before an order with nothing on it. Of two alike the newer one, unless the older
 * has changes that were never acknowledged: then the user's.
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
  // One that is over stays for what nobody has read of it, and for what it offers; it gives way to any other.
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
 * The guest's rows become the user's, whichever table they are in. What was not acknowledged yet keeps going out as the guest that made it. Copies and views of
 * what a guest was shown go: they are asked for again as the user, and left behind they would be the next guest's.
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
