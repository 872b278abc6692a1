import * as z from 'zod/mini'
import { TicketOrder } from './ticket-order.ts'

/** Answers about orders besides the order itself: earlier orders, and how a line looks today. */

const text = z.string()

/** A page of the user's placed orders, newest first, 20 per page. `next_page` is present while there are more. */
export const TicketHistoryAnswer = z.object({
  ticket_orders: z.array(TicketOrder),
  next_page: z.optional(z.int()),
})
export type TicketHistoryAnswer = z.infer<typeof TicketHistoryAnswer>

/**
 * The user's most recently changed order that is not placed, left out where there is none; and the orders that they placed, on any device, and still wait for,
 * newest first.
 */
export const OpenTicketAnswer = z.object({
  ticket_order: z.optional(TicketOrder),
  placed: z.optional(z.array(TicketOrder)),
})
export type OpenTicketAnswer = z.infer<typeof OpenTicketAnswer>

/** Item lookup info (§3): how a line looks and what it costs today. Prices are integer cents; `imageUrl` is empty without a picture. */
export const ItemLookupAnswer = z.object({
  item: z.object({
    imageUrl: text,
    name: text,
    price: z.int(),
    pretty_price: text,
    modifiers: z.array(z.object({ name: text, price: z.int(), pretty_price: text })),
  }),
})
export type ItemLookupAnswer = z.infer<typeof ItemLookupAnswer>
