import * as z from 'zod/mini'
import { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { CheckInBody, OrderLineItem, TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { UserUpdateBody } from '#contract/schemas/user.ts'
import type { LarderDatabase } from './database.ts'

/** What a line shows before the server has answered. Cents, for one, modifiers included. */
export type ShownLine = {
  name: string
  unitCents: number
  modifiers: { modifier: string; name: string; price: number }[]
  /** What the menu said of it, with its choices. */
  allergens?: AllergenStatement | undefined
}

/**
 * A change of an order that waits to be sent. Lines are known by the device's own `lineId` from the tap on; the server's number is looked up when
 * the change is sent. No change bears a token, a card number, a claim code or a password.
 */
export type TicketChange =
  | { kind: 'ticket.create' }
  | { kind: 'item.add'; lineId: string; line: OrderLineItem; shown: ShownLine }
  | { kind: 'item.change'; lineId: string; line: OrderLineItem; shown: ShownLine }
  | { kind: 'item.remove'; lineId: string }
  | { kind: 'ticket.update'; body: TicketUpdateBody }
  | {
      kind: 'ticket.tip'
      tipCents: number
      /** A preset, which moves with the subtotal. */ tipPercent?: number
    }

/** An edit of the account: the whole of it, and the ETag of the user that it was made from. */
export type UserChange = { kind: 'user.update'; body: UserUpdateBody; etag: string | null }

/** I'M HERE at the curb, of an order that is placed: the only change that is about one. The time of the tap stands in its body. */
export type CheckInChange = { kind: 'ticket.check-in'; ticketId: string; body: CheckInBody }

export type Change = TicketChange | UserChange | CheckInChange
export type ChangeKind = Change['kind']

type Waiting = {
  /** Order of sending; given by the store. */
  seq: number
  /** The idempotency key, made at the tap. */
  opId: string
  locationId: string
  /** Who made the change. It is only ever sent while they are signed in. */
  principal: string
  /** Made before its principal signed in: it keeps being sent without credentials, for the key of a repeat counts for the same caller only. */
  as?: 'guest'
  /** Milliseconds since the epoch. */
  createdAt: number
  attempts: number
  /** Not before this time (ms since the epoch). */
  notBefore: number
  /** It has left the device at least once: it may have taken effect, and is never changed or merged from then on. */
  sent?: boolean
  /** When a sender last looked at it, and how long it had waited by then (ms): a clock that is set back makes nothing younger (`ageOf`). */
  seenAt?: number
  ageMs?: number
}
export type TicketOp = Waiting & { draftId: string; change: TicketChange }
export type UserOp = Waiting & { change: UserChange }
export type CheckInOp = Waiting & { change: CheckInChange }
export type OutboxRow = TicketOp | UserOp | CheckInOp

export const isUserOp = (op: OutboxRow): op is UserOp => op.change.kind === 'user.update'
export const isCheckInOp = (op: OutboxRow): op is CheckInOp => op.change.kind === 'ticket.check-in'
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
const readable = (rows: OutboxRow[]): OutboxRow[] => rows.filter((row) => z.safeParse(Readable, row).success)

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

/** Forgets a change; false when it was gone already. By its id: a store that was made anew counts its rows from the start again. */
export async function removeChange(db: LarderDatabase, op: OutboxRow): Promise<boolean> {
  return (await db.outbox.where('opId').equals(op.opId).delete()) > 0
}

/** Notes that a change leaves the device now. */
export async function markLeft(db: LarderDatabase, seq: number): Promise<void> {
  await db.outbox.update(seq, { sent: true })
}

/** Notes a try that got no acknowledgement. */
export async function postpone(
  db: LarderDatabase,
  seq: number,
  attempts: number,
  notBefore: number,
): Promise<void> {
  await db.outbox.update(seq, { attempts, notBefore })
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
export async function wakeAll(db: LarderDatabase, locationId: string): Promise<void> {
  await db.outbox.where('locationId').equals(locationId).modify({ notBefore: 0 })
}
