import type { TicketOrder } from '#contract/schemas/ticket-order.ts'

/** The first page of a person's orders, newest first, as in the server's last answer. `nextPage` is present while there are more. */
export type TicketHistoryRow = {
  locationId: string
  principal: string
  tickets: TicketOrder[]
  nextPage?: number | undefined
  savedAt: number
}
