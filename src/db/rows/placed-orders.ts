import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

/** A placed order, as the server last reported it. */
export type PlacedOrderRow = {
  ticketId: string
  locationId: string
  principal: string
  placedAt: number
  ticket: TicketOrder
  /** When the server last confirmed this (ms since the epoch); `placedAt` where it is left out. */
  savedAt?: number
  /** It was viewed here but placed on another device. */
  elsewhere?: boolean
  /** The restaurant listed it as one of the member's own: they wait for it wherever they placed it. */
  isAwaited?: boolean
  /** The restaurant does not have it as a placed order any more: its data is from an older backup. This is the last that was known of it. */
  isLost?: boolean | undefined
  /** The status at which its guest dismissed it: it is not shown on every screen until the status changes. */
  aside?: string
  /** The push address for this order's notifications. */
  notified?: string | undefined
  /** The push service has ended them. */
  notificationsEnded?: boolean
  /** Why I'M HERE was refused, until it has been read. */
  refusal?: { messages: string[] } | undefined
}
