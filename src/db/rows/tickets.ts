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
  /** It concerned an order that was placed, or that this one replaced: it is shown, and has no effect on this one. */
  ofOther?: boolean
}

/** A dish of an order that is gone, to be ordered again. */
export type LostLine = {
  line: OrderLineItem
  shown: ShownLine
  /** Set where the restaurant did not lose the order: it was replaced by another as its owner signed in. */
  isOther?: boolean
  /** Set where the restaurant has the order, but not this dish: its data was restored from a backup. */
  isSetBack?: boolean
  /** Set where its data was restored, and cannot tell whether this order was placed since, from this device or another. */
  mayBePlaced?: boolean
}

/** What was agreed to on this device for each line when it was last added or viewed, by the device's line id. */
export type AgreedLines = {
  /** The price of one, in cents. */
  agreed?: Record<string, number>
  /** What it was shown to contain, where anything was known. */
  agreedAllergens?: Record<string, AllergenStatement>
  /** How many of it were wanted; 0 where it was taken off. */
  wanted?: Record<string, number>
}

/** The active ticket: the server's last answer, and what only the device knows. Pending changes are in the outbox. */
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
  /** The share that was chosen as the tip, where the restaurant was sent an amount only. */
  tipShare?: TipShare | undefined
  /** What the guest last chose about the tip that its amount does not say. */
  tipWord?: TipWord | undefined
  /** What was typed in the information step, unchanged. */
  contact?: Partial<Contact>
  /** The dishes of a ticket that the restaurant no longer has, or that this one replaced, until they are ordered again or dismissed. */
  lost?: LostLine[]
  updatedAt: number
}
