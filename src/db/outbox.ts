import * as z from 'zod/mini'
import { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { LarderDatabase } from './database.ts'
import type { TicketOp, UserOp, CheckInOp, OutboxRow } from './rows/outbox.ts'

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

/** What showing and sending a row stand on. Not the contract's limits: what goes beyond those is refused by the restaurant, in words. */
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

/** A damaged row counts as none: it could be neither shown nor sent, and must not hold up the others. */
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

/** The locations that something waits for, of whoever: the worker learns from here where a guest has something to send. */
export async function listWaitingLocations(db: LarderDatabase): Promise<string[]> {
  return (await db.outbox.orderBy('locationId').uniqueKeys()).map(String)
}

/** Puts a change at the outbox's end, never tried yet. `now`: when it was made (ms). */
export async function enqueue(
  db: LarderDatabase,
  op: Pick<TicketOp, NewKeys | 'draftId'> | Pick<UserOp, NewKeys> | Pick<CheckInOp, NewKeys>,
  now: number,
): Promise<void> {
  const row = { ...op, createdAt: now, attempts: 0, notBefore: 0 }
  // `seq` is the store's to give; Dexie types it as required.
  await db.outbox.add(row as OutboxRow)
}

type NewKeys = 'opId' | 'locationId' | 'principal' | 'change'

/** Forgets a change; false when it was gone already. By its id: a store that was made anew counts its rows from the start again. */
export async function removeChange(db: LarderDatabase, op: OutboxRow): Promise<boolean> {
  return (await db.outbox.where('opId').equals(op.opId).delete()) > 0
}

/** Notes that a change leaves the device now; false when its person took it back meanwhile, and it must not. */
export async function markChangeSent(db: LarderDatabase, { opId }: OutboxRow): Promise<boolean> {
  return (await db.outbox.where('opId').equals(opId).modify({ sent: true })) > 0
}

/** Notes a try that got no acknowledgement. */
export async function postpone(
  db: LarderDatabase,
  seq: number,
  noted: Pick<OutboxRow, 'attempts' | 'notBefore' | 'tooOld'>,
): Promise<void> {
  await db.outbox.update(seq, noted)
}

/** How long a change has waited (ms), by what was seen of it: never less than before, whichever way the clock was set meanwhile (reliability T5). */
export function ageOf({ createdAt, seenAt = createdAt, ageMs = 0 }: OutboxRow, now: number): number {
  return ageMs + Math.max(0, now - seenAt)
}

/** How often it is written down how long a change has waited (ms). */
const lookMs = 10_000

/**
 * Notes how long a change has waited by now. Where the clock went back since the last look, the time until which it was put off would not come for as
 * long: it may then be tried at once.
 */
export async function noteAge(db: LarderDatabase, op: OutboxRow, now: number): Promise<OutboxRow> {
  const seenAt = op.seenAt ?? op.createdAt
  const setBack = now < seenAt
  if (!setBack && now - seenAt < lookMs) return op
  const noted = { seenAt: now, ageMs: ageOf(op, now), ...(setBack && { notBefore: 0 }) }
  await db.outbox.update(op.seq, noted)
  return { ...op, ...noted }
}

/** Lets everything that waits be tried at once: the network came back. */
export async function resetBackoff(db: LarderDatabase, locationId: string): Promise<void> {
  await db.outbox.where('locationId').equals(locationId).modify({ notBefore: 0 })
}
