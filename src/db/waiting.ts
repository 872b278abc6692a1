import { liveQuery, type Observable } from 'dexie'
import { listOpenPayments, type OpenPayment } from './current-orders.ts'
import type { LarderDatabase } from './database.ts'
import { isCheckInOp, isTicketOp, isUserOp, listWaiting, type OutboxRow, type TicketOp } from './outbox.ts'

type Who = { locationId: string; principal: string }

/** What a person's device has not sent to the restaurant yet, in the order of sending, and their payments without an outcome. */
export type Waiting = { changes: OutboxRow[]; payments: OpenPayment[] }

/** What waits for a person now. */
export async function listWaitingOf(db: LarderDatabase, who: Who): Promise<Waiting> {
  return await db.transaction('r', [db.outbox, db.paymentAttempts, db.cardOrders], async () => ({
    changes: changesBy(who.principal, await listWaiting(db, who.locationId)),
    payments: await listOpenPayments(db, who),
  }))
}

const changesBy = (principal: string, waiting: OutboxRow[]): OutboxRow[] =>
  waiting.filter((op) => op.principal === principal)

/** The changes that somebody made. Nobody taps to create an order, so its creation counts only where nothing else of that order is pending. */
export function listMade(changes: readonly OutboxRow[]): OutboxRow[] {
  const draftOf = (op: OutboxRow): string | undefined => (isTicketOp(op) ? op.draftId : undefined)
  return changes.filter(
    (op) =>
      op.change.kind !== 'ticket.create' ||
      !changes.some((other) => other !== op && draftOf(other) === draftOf(op)),
  )
}

/** What a person is shown as waiting, each by the id of its change or payment. */
export const idsOf = ({ changes, payments }: Waiting): string[] => [
  ...listMade(changes).map(({ opId }) => opId),
  ...payments.map(({ key }) => key),
]

/** How many things a person is shown as waiting. */
export const countWaiting = (waiting: Waiting): number => idsOf(waiting).length

/** The same, now and after every change of it in any tab or in the worker. */
export function observeWaiting(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Observable<Waiting> {
  return liveQuery(() => listWaitingOf(db, { locationId, principal }))
}

/** The result of taking a change back: it may have been sent, or be under way, meanwhile. */
export type Discarded = 'discarded' | 'left' | 'gone'

/**
 * Takes back a change that has not been sent (docs/design/durable-changes.md), with those that depend on it: a dish that was never added cannot be changed
 * either. One that was sent may have taken effect, and is kept. An order with no other change is deleted with its last one.
 */
export async function discardChange(db: LarderDatabase, who: Who, opId: string): Promise<Discarded> {
  return await db.transaction('rw', db.tickets, db.outbox, async () => {
    const changes = changesBy(who.principal, await listWaiting(db, who.locationId))
    const op = changes.find((one) => one.opId === opId)
    if (!op) return 'gone'
    if (op.sent === true) return 'left'
    const gone = [op, ...changes.filter((other) => dependsOn(other, op))]
    await db.outbox.bulkDelete(gone.map(({ seq }) => seq))
    if (isTicketOp(op)) await dropEmptyDraft(db, op)
    return 'discarded'
  })
}

/** Whether a change depends on another: those of a line on its adding, and all of an order on its creation. */
function dependsOn(other: OutboxRow, op: OutboxRow): boolean {
  if (isUserOp(op) || isCheckInOp(op) || !isTicketOp(other) || other.seq <= op.seq) return false
  if (other.draftId !== op.draftId) return false
  if (op.change.kind === 'ticket.create') return true
  return op.change.kind === 'item.add' && 'lineId' in other.change && other.change.lineId === op.change.lineId
}

/** An order that is only to be created, with nothing on it, is nothing that anybody asked for. */
async function dropEmptyDraft(db: LarderDatabase, { draftId }: TicketOp): Promise<void> {
  const row = await db.tickets.get(draftId)
  if (row === undefined || row.ticketId !== undefined) return
  const left = (await db.outbox.where('draftId').equals(draftId).toArray()).filter(isTicketOp)
  if (left.some(({ change, sent }) => change.kind !== 'ticket.create' || sent === true)) return
  await db.outbox.where('draftId').equals(draftId).delete()
  if (row.refusals.length === 0 && !row.lost?.length) await db.tickets.delete(draftId)
}
