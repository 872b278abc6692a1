import type { Contact } from '#contract/rules/contact.ts'
import type { TipShare, TipWord } from '#contract/rules/tip.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { ShownLine, TicketChange } from './outbox.ts'

/** A change that the server refused, for the diner to read and dismiss. */
export type Refusal = {
  opId: string
  change: TicketChange
  messages: string[]
  refusedAt: number
  /** It was one of an order that was placed, or gave way to this one: it is read, and decides nothing of this one. */
  ofOther?: boolean
}

/** A dish of an order that is gone, to be ordered anew. */
export type LostLine = {
  line: OrderLineItem
  shown: ShownLine
  /** There where the order was not lost by the restaurant: it gave way to another one as its owner signed in. */
  isOther?: boolean
}

/** What was agreed to on this device of each line when it was last put on the order or looked at, by the device's line id. */
export type AgreedLines = {
  /** What one cost, in cents. */
  agreed?: Record<string, number>
  /** What it was shown to contain, where anything was known. */
  agreedAllergens?: Record<string, AllergenStatement>
}

/** The active ticket: what the server last said, and what the device knows beside it. Pending changes stand in the outbox. */
export type TicketRow = AgreedLines & {
  draftId: string
  locationId: string
  principal: string
  /** The server's id; undefined until the ticket's creation is acknowledged. */
  ticketId?: string
  snapshot?: TicketOrder
  /** The server's line number → the device's line id. */
  lineIds: Record<number, string>
  refusals: Refusal[]
  /** The share that the tip was chosen as, where the restaurant was told an amount alone. */
  tipShare?: TipShare | undefined
  /** What its guest last said of the tip that its amount does not tell. */
  tipWord?: TipWord | undefined
  /** What was typed in the information step, as typed. */
  contact?: Partial<Contact>
  /** The dishes of a ticket that the restaurant does not know any more, or that gave way to this one, until they are ordered anew or given up. */
  lost?: LostLine[]
  updatedAt: number
}
