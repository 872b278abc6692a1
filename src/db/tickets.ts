import type { Contact } from '#contract/rules/contact.ts'
import { isFinished } from '#contract/rules/ticket.ts'
import { tipWordOf } from '#contract/rules/tip.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { agreedBy } from './agreed-lines.ts'
import { removeAttemptsOn } from './attempts.ts'
import type { LarderDatabase } from './database.ts'
import { lineIdsWhenRead, withLine, withoutLine } from './line-being-sent.ts'
import { lostLinesOf } from './lost-lines.ts'
import { enqueue, listChangesOf, removeChange, type TicketChange, type TicketOp } from './outbox.ts'
import { mergeDetails, putPlaced } from './placed-orders.ts'
import { readable } from './readable-ticket.ts'
import { requirePrincipal } from './sessions.ts'
import { isReadBefore, newestIn, offerSetBack } from './set-back.ts'
import type { Refusal, TicketRow } from './rows/tickets.ts'
import { followTip, tipShareAfter } from './tip-share.ts'
import { writeWithRoom } from './with-room.ts'

export type { Refusal, LostLine, TicketRow } from './rows/tickets.ts'

export type ActiveTicket = { row: TicketRow; pending: TicketOp[] }

/** A draft's ticket, or undefined. */
export async function findTicket(db: LarderDatabase, draftId: string): Promise<TicketRow | undefined> {
  const row = await db.tickets.get(draftId)
  return row && readable(row)
}

/** The active ticket of a principal with its pending changes, or undefined. */
export async function findActiveTicket(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<ActiveTicket | undefined> {
  return await db.transaction('r', db.tickets, db.outbox, async () => {
    const row = await db.tickets.where('[locationId+principal]').equals([locationId, principal]).first()
    return row && { row: readable(row), pending: await listChangesOf(db, row.draftId) }
  })
}

/** A refusal that is still shown when its order is over or was given up. */
export const asOfOther = (refusal: Refusal): Refusal => ({ ...refusal, ofOther: true })

type NewChange = { opId: string; change: TicketChange }

/**
 * Appends changes to the active ticket, starting one where there is none: the visible change and its outbox rows in one transaction.
 * A ticket that is finished gives way to a new one (specification §4 *Adding an item*).
 */
export async function appendChanges(
  db: LarderDatabase,
  who: { locationId: string; principal: string },
  start: { draftId: string; createOpId: string },
  changes: readonly NewChange[],
  now: number,
): Promise<string> {
  return await db.transaction('rw', db.tickets, db.outbox, async () => {
    const found = await db.tickets
      .where('[locationId+principal]')
      .equals([who.locationId, who.principal])
      .first()
    const before = found && readable(found)
    const isOver = before?.snapshot !== undefined && isFinished(before.snapshot.status)
    if (isOver) await removeDraft(db, before.draftId)
    // Unread refusals of an order that is over move to the new one.
    const unread = {
      refusals: (before?.refusals ?? []).map(asOfOther),
      ...(before?.lost && { lost: before.lost }),
    }
    const fresh = { ...who, draftId: start.draftId, lineIds: {}, ...unread }
    const row: TicketRow = before && !isOver ? before : { ...fresh, updatedAt: now }
    await db.tickets.put({ ...row, updatedAt: now })
    // A draft whose creation was refused, or whose ticket is gone, is kept to show that. It needs a new ticket, like a new draft.
    const hasTicket =
      row.ticketId !== undefined ||
      (await listChangesOf(db, row.draftId)).some((one) => one.change.kind === 'ticket.create')
    const all = hasTicket
      ? changes
      : [{ opId: start.createOpId, change: { kind: 'ticket.create' } as const }, ...changes]
    for (const { opId, change } of all) await enqueue(db, { opId, ...who, draftId: row.draftId, change }, now)
    return row.draftId
  })
}

/** The same for the current principal: throws SessionChangedError, having written nothing, when that is no longer this one. */
export async function appendOwnChanges(
  db: LarderDatabase,
  ...[who, start, changes, now]: AppendArguments
): Promise<string> {
  return await writeWithRoom(db, [db.sessions, db.tickets, db.outbox], async () => {
    await requirePrincipal(db, who.locationId, who.principal)
    return await appendChanges(db, who, start, changes, now)
  })
}
export type AppendArguments =
  Parameters<typeof appendChanges> extends [LarderDatabase, ...infer Rest] ? Rest : never

/**
 * The server acknowledged a change with a new snapshot: both are written at once, so that the change is never shown twice or not at all. `added`: the number
 * of the line that it added.
 */
export async function acknowledge(
  db: LarderDatabase,
  op: TicketOp,
  snapshot: TicketOrder,
  now: number,
  added = newestIn(snapshot),
): Promise<void> {
  await writeWithRoom(db, [db.tickets, db.outbox], async () => {
    // Another tab has already written this answer, and later ones.
    if (!(await removeChange(db, op))) return
    const row = await findTicket(db, op.draftId)
    if (!row) return
    const setBack = await offerSetBack(db, row, snapshot, op)
    const known = setBack.lineIds ?? row.lineIds
    const lineIds = op.change.kind === 'item.add' ? withLine(known, op.change.lineId, added) : known
    const tipShare = tipShareAfter(op, snapshot, row.tipShare)
    await db.tickets.put({
      ...row,
      ticketId: snapshot.id,
      snapshot: (isReadBefore(row, snapshot, op) && row.snapshot) || snapshot,
      ...setBack,
      ...agreedBy(op.change, { ...row, ...setBack }),
      lineIds,
      tipShare,
      ...(op.change.kind === 'ticket.tip' && { tipWord: tipWordOf(op.change) }),
      updatedAt: now,
    })
    await followTip(db, op, snapshot, tipShare, now)
  })
}

/**
 * The server refused a change for good: it is removed, and kept as a refusal with its reason to be read. A refused creation removes the draft's other changes
 * as well, each with a refusal of its own, since those are what somebody tapped.
 */
export async function refuse(
  db: LarderDatabase,
  op: TicketOp,
  messages: string[],
  now: number,
): Promise<void> {
  await writeWithRoom(db, [db.tickets, db.outbox], async () => {
    // Another tab has recorded it already.
    if (!(await removeChange(db, op))) return
    const taken = op.change.kind === 'ticket.create' ? await listChangesOf(db, op.draftId) : []
    if (op.change.kind === 'ticket.create') await db.outbox.where('draftId').equals(op.draftId).delete()
    const row = await findTicket(db, op.draftId)
    if (!row) return
    const affected = taken.length > 0 ? taken : [op]
    const refusals = [
      ...row.refusals,
      ...affected.map(({ opId, change }) => ({ opId, change, messages, refusedAt: now })),
    ]
    const { change: refused } = op
    const lineIds = refused.kind === 'item.add' ? withoutLine(row.lineIds, refused.lineId) : row.lineIds
    await db.tickets.put({ ...row, lineIds, refusals, updatedAt: now })
    await followTip(db, op, row.snapshot, row.tipShare, now)
  })
}

/** Saves a fresh snapshot of the draft's own ticket that came without a change. */
export async function saveSnapshot(
  db: LarderDatabase,
  draftId: string,
  snapshot: TicketOrder,
  now: number,
): Promise<void> {
  await db.transaction('rw', db.tickets, db.outbox, async () => {
    const row = await findTicket(db, draftId)
    // The answer is about a ticket that is gone or was replaced: it comes too late.
    if (!row || (row.ticketId === undefined ? row.lost?.length : row.ticketId !== snapshot.id)) return
    await db.tickets.update(draftId, { updatedAt: now, ...(await whenRead(db, row, snapshot)) })
  })
}

/** What a ticket that was read makes of its row. For use inside a transaction over tickets and outbox. */
export async function whenRead(
  db: LarderDatabase,
  row: TicketRow,
  snapshot: TicketOrder,
): Promise<Partial<TicketRow>> {
  const lineIds = lineIdsWhenRead(row, snapshot, await listChangesOf(db, row.draftId))
  return {
    snapshot,
    ticketId: snapshot.id,
    lineIds,
    ...(await offerSetBack(db, { ...row, lineIds }, snapshot)),
  }
}

/** The guest has read these refusals. Refusals that came since, or elsewhere, are kept. */
export async function dismissRefusals(
  db: LarderDatabase,
  draftId: string,
  opIds: readonly string[],
): Promise<void> {
  await db.transaction('rw', db.tickets, db.outbox, async () => {
    const row = await findTicket(db, draftId)
    if (!row) return
    const refusals = row.refusals.filter(({ opId }) => !opIds.includes(opId))
    const waiting = await db.outbox.where('draftId').equals(draftId).count()
    // A draft whose creation was refused has nothing left.
    if (row.ticketId === undefined && waiting === 0 && refusals.length === 0 && !row.lost?.length)
      await db.tickets.delete(draftId)
    else await db.tickets.update(draftId, { refusals })
  })
}

/**
 * The restaurant does not know the ticket any more (404 `not_found`), or let it expire: its id and the attempts to pay it are removed, and its dishes are kept
 * to be ordered again. Lines that are not from a menu, and unsent changes, are not among them: the caller reports those. A draft with nothing to offer is
 * deleted. `ticketId`: the ticket that was asked about; if the draft has another one by now, the answer comes too late and changes nothing. `mayBePlaced`: it
 * is not known whether it was placed.
 */
export async function detachTicket(
  db: LarderDatabase,
  {
    draftId,
    ticketId,
    mayBePlaced,
  }: { draftId: string; ticketId?: string; mayBePlaced?: boolean | undefined },
  now: number,
): Promise<void> {
  await writeWithRoom(db, [db.tickets, db.outbox, db.paymentAttempts], async () => {
    const row = await findTicket(db, draftId)
    if (!row || (ticketId !== undefined && row.ticketId !== ticketId)) return
    await removeAttemptsOn(db, draftId)
    const { ticketId: _gone, snapshot, tipShare: _tip, ...left } = row
    const { agreed: _old, agreedAllergens: _known, wanted: _number, ...rest } = left
    const dishes = snapshot ? lostLinesOf(snapshot) : []
    const lost = [
      ...(row.lost ?? []),
      ...(mayBePlaced ? dishes.map((one) => ({ ...one, mayBePlaced })) : dishes),
    ]
    const isEmpty =
      lost.length === 0 &&
      row.refusals.length === 0 &&
      (await db.outbox.where('draftId').equals(draftId).count()) === 0
    if (isEmpty) await db.tickets.delete(draftId)
    else await db.tickets.put({ ...rest, lineIds: {}, lost, updatedAt: now })
  })
}

/** The lost dishes were ordered again, or dismissed. */
export async function forgetLost(db: LarderDatabase, draftId: string): Promise<void> {
  await db.transaction('rw', db.tickets, db.outbox, async () => {
    const row = await db.tickets.get(draftId)
    if (!row) return
    const { lost: _lost, ...rest } = row
    const waiting = await db.outbox.where('draftId').equals(draftId).count()
    if (row.ticketId === undefined && waiting === 0 && row.refusals.length === 0)
      await db.tickets.delete(draftId)
    else await db.tickets.put(rest)
  })
}

/** Saves what is typed in the information step. */
export async function saveContact(
  db: LarderDatabase,
  draftId: string,
  contact: Partial<Contact>,
): Promise<void> {
  await db.tickets.update(draftId, { contact })
}

/** Deletes a draft and all of its pending changes. */
export async function removeDraft(db: LarderDatabase, draftId: string): Promise<void> {
  await db.transaction('rw', db.tickets, db.outbox, async () => {
    await db.outbox.where('draftId').equals(draftId).delete()
    await db.tickets.delete(draftId)
  })
}

const tooLateForOrder = 'Your order was placed before this change was confirmed. It is not part of it.'

/**
 * The order is placed: the active ticket is removed, and the placed order saved (specification §4: the saved order is cleared). Changes that another tab made
 * meanwhile and that have no answer, unread refusals, and dishes that are still offered are kept: they were not part of the order.
 */
export async function finishTicket(
  db: LarderDatabase,
  draftId: string,
  snapshot: TicketOrder,
  now: number,
): Promise<void> {
  await writeWithRoom(db, [db.tickets, db.outbox, db.paymentAttempts, db.placedOrders], async () => {
    const row = await db.tickets.get(draftId)
    if (!row) return
    const { locationId, principal } = row
    // An answer that was read by looking at the order again leaves out a guest's details; the device has them.
    const { snapshot: seen } = readable(row)
    const ticket = mergeDetails(seen?.id === snapshot.id ? seen : undefined, snapshot)
    await putPlaced(db, { ticketId: snapshot.id, locationId, principal, placedAt: now, ticket })
    // A new order was begun since, so the draft that is stored now is not the one that was placed.
    if (row.ticketId !== undefined && row.ticketId !== snapshot.id) return
    await removeAttemptsOn(db, draftId)
    const late = (await listChangesOf(db, draftId)).map(({ opId, change }) => ({
      opId,
      change,
      messages: [tooLateForOrder],
      refusedAt: now,
    }))
    const { lost = [], refusals: unread } = readable(row)
    const refusals = [...unread, ...late].map(asOfOther)
    await removeDraft(db, draftId)
    if (refusals.length === 0 && lost.length === 0) return
    // A new draft id: a late answer about the placed order must not be taken for one about this draft.
    const left = { draftId: `${draftId}-late`, locationId, principal, lineIds: {}, refusals, updatedAt: now }
    await db.tickets.put({ ...left, ...(lost.length > 0 && { lost }) })
  })
}
