import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

/** The first page of a person's orders, newest first, as the server last told it. `nextPage` is there where there are more. */
export type TicketHistoryRow = {
  locationId: string
  principal: string
  tickets: TicketOrder[]
  nextPage?: number | undefined
  savedAt: number
}
