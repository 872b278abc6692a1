import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { CheckInBody, OrderLineItem, TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { TaxPartOfLine } from '#contract/pricing/line.ts'
import type { UserUpdateBody } from '#contract/schemas/user.ts'

/** What a line shows before the server has answered. Cents, for one, modifiers included. */
export type ShownLine = {
  name: string
  unitCents: number
  modifiers: { modifier: string; name: string; price: number }[]
  /** What the menu said of it, with its choices. */
  allergens?: AllergenStatement | undefined
  /** What of it is in other classes of tax than the standard one. */
  taxParts?: TaxPartOfLine[] | undefined
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
export type UserChange = {
  kind: 'user.update'
  body: UserUpdateBody
  /** What of the body the person changed themselves; absent in a row of an older version. */
  typed?: Partial<UserUpdateBody>
  etag: string | null
}

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
  /** The last try was told that these scripts are too old: a newer page sends it (reliability V8). */
  tooOld?: boolean
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
