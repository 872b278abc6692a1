import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { CheckInBody, OrderLineItem, TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { TaxPartOfLine } from '#contract/pricing/line.ts'
import type { UserUpdateBody } from '#contract/schemas/user.ts'

/** What a line shows before the server has answered. Cents, for one, including modifiers. */
export type ShownLine = {
  name: string
  unitCents: number
  modifiers: { modifier: string; name: string; price: number }[]
  /** The menu's statement about it, with its choices. */
  allergens?: AllergenStatement | undefined
  /** The part of it in tax classes other than the standard one. */
  taxParts?: TaxPartOfLine[] | undefined
}

/**
 * A pending change of an order. Lines have the device's own `lineId` from the tap on; the server's number is looked up when the change is sent. No change
 * contains a token, a card number, a claim code or a password.
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
      /** A preset, which follows the subtotal. */ tipPercent?: number
    }

/** An edit of the account: the whole account, and the ETag of the user that it was made from. */
export type UserChange = {
  kind: 'user.update'
  body: UserUpdateBody
  /** The fields that the person changed themselves; absent in a row of an older version. */
  typed?: Partial<UserUpdateBody>
  etag: string | null
}

/** I'M HERE at the curb, for a placed order: the only change of one. Its body has the time of the tap. */
export type CheckInChange = { kind: 'ticket.check-in'; ticketId: string; body: CheckInBody }

export type Change = TicketChange | UserChange | CheckInChange

export type ChangeKind = Change['kind']

type Waiting = {
  /** The order of sending, assigned by the store. */
  seq: number
  /** The idempotency key, made at the tap. */
  opId: string
  locationId: string
  /** Who made the change. It is sent only while they are signed in. */
  principal: string
  /** Made before its principal signed in: it is still sent without credentials, because a repeat's key is valid only for the same caller. */
  as?: 'guest'
  /** Milliseconds since the epoch. */
  createdAt: number
  attempts: number
  /** Not before this time (ms since the epoch). */
  notBefore: number
  /** The last try was refused because these scripts are too old: a newer page sends it (reliability V8). */
  tooOld?: boolean
  /** It has left the device at least once: it may have taken effect, and is never changed or merged from then on. */
  sent?: boolean
  /** When a sender last looked at it, and how long it had waited by then (ms), so that a clock that is set back makes nothing younger (`ageOf`). */
  seenAt?: number
  ageMs?: number
}

export type TicketOp = Waiting & { draftId: string; change: TicketChange }

export type UserOp = Waiting & { change: UserChange }

export type CheckInOp = Waiting & { change: CheckInChange }

export type OutboxRow = TicketOp | UserOp | CheckInOp
