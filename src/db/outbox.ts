import * as z from 'zod/mini'
import { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { LarderDatabase } from './database.ts'
import type { TicketOp, UserOp, CheckInOp, OutboxRow } from './rows/outbox.ts'
import { writeWithRoom } from './with-room.ts'

export type {
  ShownLine,
  TicketChange,
  UserChange,
  CheckInChange,
  Change,
  ChangeKind,
  TicketOp,
  UserOp,
  CheckInOp,
  OutboxRow,
} from './rows/outbox.ts'

/** Whether a change is an edit of the account. */
export const isUserOp = (op: OutboxRow): op is UserOp => op.change.kind === 'user.update'
/** Whether a change is an I'M HERE. */
export const isCheckInOp = (op: OutboxRow): op is CheckInOp => op.change.kind === 'ticket.check-in'
/** Whether a change is one of an order that is not placed yet. */
export const isTicketOp = (op: OutboxRow): op is TicketOp => !isUserOp(op) && !isCheckInOp(op)

/** A change older than this is refused and shown, never sent (docs/design/offline.md). */
export const changeLifetimeMs = 24 * 60 * 60 * 1000

const line = {
  lineId: z.string(),
  line: z.looseObject({ menu_item: z.string(), quantity: z.int() }),
  shown: z.object({
    name: z.string(),
    unitCents: z.int(),
    modifiers: z.array(z.object({ modifier: z.string(), name: z.string(), price: z.int() })),
    allergens: z.optional(AllergenStatement),
  }),
}

/** The fields that showing and sending a row rely on. The contract's limits are not checked here: the restaurant refuses what exceeds them, with a message. */
const Readable = z.object({
  opId: z.string(),
  principal: z.string(),
  createdAt: z.number(),
  attempts: z.number(),
  notBefore: z.number(),
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ticket.create') }),
    z.object({ kind: z.literal('item.add'), ...line }),
    z.object({ kind: z.literal('item.change'), ...line }),
    z.object({ kind: z.literal('item.remove'), lineId: z.string() }),
    z.object({ kind: z.literal('ticket.update'), body: z.looseObject({}) }),
    z.object({ kind: z.literal('ticket.tip'), tipCents: z.int(), tipPercent: z.optional(z.int()) }),
    z.object({ kind: z.literal('ticket.check-in'), ticketId: z.string(), body: z.looseObject({}) }),
    z.object({ kind: z.literal('user.update'), body: z.looseObject({}), etag: z.nullable(z.string()) }),
  ]),
})

/** A damaged row is skipped: it can be neither shown nor sent, and must not block the others. */
const readable = (rows: OutboxRow[]): OutboxRow[] =>
  rows.filter(
    (row) => z.safeParse(Readable, row).success && (!isTicketOp(row) || typeof row.draftId === 'string'),
  )

/** Every waiting change of a location, in the order of sending. */
export async function listWaiting(db: LarderDatabase, locationId: string): Promise<OutboxRow[]> {
  return readable(await db.outbox.where('locationId').equals(locationId).sortBy('seq'))
}

/** The waiting changes of one draft, in the order of sending. */
export async function listChangesOf(db: LarderDatabase, draftId: string): Promise<TicketOp[]> {
  return readable(await db.outbox.where('draftId').equals(draftId).sortBy('seq')).filter(isTicketOp)
}

/** The waiting edits of a person's account, in the order of sending. */
export async function listUserChanges(
  db: LarderDatabase,
  locationId: string,
  principal: string,
): Promise<UserOp[]> {
  return (await listWaiting(db, locationId)).filter(isUserOp).filter((op) => op.principal === principal)
}

/** The locations with pending changes of any principal: from here the worker learns where a guest has something to send. */
export async function listWaitingLocations(db: LarderDatabase): Promise<string[]> {
  return (await db.outbox.orderBy('locationId').uniqueKeys()).map(String)
}

/** Appends a change that was never tried to the outbox. `now`: when it was made (ms). */
export async function enqueue(
  db: LarderDatabase,
  op: Pick<TicketOp, NewKeys | 'draftId'> | Pick<UserOp, NewKeys> | Pick<CheckInOp, NewKeys>,
  now: number,
): Promise<void> {
  const row = { ...op, createdAt: now, attempts: 0, notBefore: 0 }
  // The store assigns `seq`; Dexie types it as required.
  await db.outbox.add(row as OutboxRow)
}

type NewKeys = 'opId' | 'locationId' | 'principal' | 'change'

/** Deletes a change; false when it was gone already. By its id, since a store that was recreated numbers its rows from the start again. */
export async function removeChange(db: LarderDatabase, op: OutboxRow): Promise<boolean> {
  return (await db.outbox.where('opId').equals(op.opId).delete()) > 0
}

/** Records that a change is being sent; false when its person took it back meanwhile, so that it must not be sent. */
export async function markChangeSent(db: LarderDatabase, { opId }: OutboxRow): Promise<boolean> {
  return await writeWithRoom(
    db,
    [db.outbox],
    async () => (await db.outbox.where('opId').equals(opId).modify({ sent: true })) > 0,
  )
}

/** Records a try that was not acknowledged. */
export async function postpone(
  db: LarderDatabase,
  seq: number,
  noted: Pick<OutboxRow, 'attempts' | 'notBefore' | 'tooOld'>,
): Promise<void> {
  await writeWithRoom(db, [db.outbox], async () => await db.outbox.update(seq, noted))
}

/** How long a change has waited (ms). Never less than at the last look, even if the clock was set back meanwhile (reliability T5). */
export function ageOf({ createdAt, seenAt = createdAt, ageMs = 0 }: OutboxRow, now: number): number {
  return ageMs + Math.max(0, now - seenAt)
}

/** How often the waiting time of a change is saved (ms). */
const lookMs = 10_000

/**
 * Saves how long a change has waited so far. If the clock was set back since the last look, a retry time that was set before would come too late: the change
 * may then be tried at once.
 */
export async function noteAge(db: LarderDatabase, op: OutboxRow, now: number): Promise<OutboxRow> {
  const seenAt = op.seenAt ?? op.createdAt
  const setBack = now < seenAt
  if (!setBack && now - seenAt < lookMs) return op
  const noted = { seenAt: now, ageMs: ageOf(op, now), ...(setBack && { notBefore: 0 }) }
  await writeWithRoom(db, [db.outbox], async () => await db.outbox.update(op.seq, noted))
  return { ...op, ...noted }
}

/** Makes every pending change due now: the network is back. */
export async function resetBackoff(db: LarderDatabase, locationId: string): Promise<void> {
  await db.outbox.where('locationId').equals(locationId).modify({ notBefore: 0 })
}
