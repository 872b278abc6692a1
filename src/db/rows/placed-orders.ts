import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

/** An order that was placed, as the server last told it. */
export type PlacedOrderRow = {
  ticketId: string
  locationId: string
  principal: string
  placedAt: number
  ticket: TicketOrder
  /** When this was known to be true (ms since the epoch); `placedAt` where it is left out. */
  savedAt?: number
  /** It was looked at here and placed on another device. */
  elsewhere?: boolean
  /** The restaurant told of it as one of the member's own: they wait for it wherever they placed it. */
  isAwaited?: boolean
  /** The status at which its guest put it aside: it is not told of on every screen until it stands elsewhere. */
  aside?: string
  /** The address of the push service at which this device is told of it with the page closed. */
  notified?: string | undefined
  /** Why I'M HERE was refused, until it has been read. */
  refusal?: { messages: string[] } | undefined
}
