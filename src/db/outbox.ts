import * as z from 'zod/mini'
import type { OrderLineItem, TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'

/** What a line shows before the server has answered. Cents, for one, modifiers included. */
export type ShownLine = { name: string; unitCents: number; modifiers: { modifier: string; name: string; price: number }[] }

/**
 * A change that waits to be sent. Lines are known by the device's own `lineId` from the tap on; the server's number is looked up when
 * the change is sent. No change bears a token, a card number, a claim code or a password.
 */
export type Change =
  | { kind: 'ticket.create' }
  | { kind: 'item.add'; lineId: string; line: OrderLineItem; shown: ShownLine }
  | { kind: 'item.change'; lineId: string; line: OrderLineItem; shown: ShownLine }
  | { kind: 'item.remove'; lineId: string }
  | { kind: 'ticket.update'; body: TicketUpdateBody }
  | { kind: 'ticket.tip'; tipCents: number }
export type ChangeKind = Change['kind']

export type OutboxRow = {
  /** Order of sending; given by the store. */
  seq: number
  /** The idempotency key, made at the tap. */
  opId: string
  locationId: string
  /** Who made the change. It is only ever sent as them. */
  principal: string
  draftId: string
  change: Change
  /** Milliseconds since the epoch. */
  createdAt: number
  attempts: number
  /** Not before this time (ms since the epoch). */
  notBefore: number
}

/** A change older than this is refused and shown, never sent (design/offline.md). */
export const changeLifetimeMs = 24 * 60 * 60 * 1000

const line = {
  lineId: z.string(),
  line: z.looseObject({ menu_item: z.string(), quantity: z.int() }),
  shown: z.object({ name: z.string(), unitCents: z.int(), modifiers: z.array(z.object({ modifier: z.string(), name: z.string(), price: z.int() })) }),
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
    z.object({ kind: z.literal('ticket.tip'), tipCents: z.int() }),
  ]),
})

/** A damaged row counts as none: it could be neither shown nor sent, and must not hold up the others. */
const readable = (rows: OutboxRow[]): OutboxRow[] => rows.filter((row) => z.safeParse(Readable, row).success)

/** Every waiting change of a location, in the order of sending. */
export async function listWaiting(db: LarderDatabase, locationId: string): Promise<OutboxRow[]> {
  return readable(await db.outbox.where('locationId').equals(locationId).sortBy('seq'))
}

/** The waiting changes of one draft, in the order of sending. */
export async function listChangesOf(db: LarderDatabase, draftId: string): Promise<OutboxRow[]> {
  return readable(await db.outbox.where('draftId').equals(draftId).sortBy('seq'))
}

/** Notes a try that got no acknowledgement. */
export async function postpone(db: LarderDatabase, seq: number, attempts: number, notBefore: number): Promise<void> {
  await db.outbox.update(seq, { attempts, notBefore })
}

/** Lets everything that waits be tried at once: the network came back. */
export async function wakeAll(db: LarderDatabase, locationId: string): Promise<void> {
  await db.outbox.where('locationId').equals(locationId).modify({ notBefore: 0 })
}
