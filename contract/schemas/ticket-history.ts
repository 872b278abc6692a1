import * as z from 'zod/mini'
import { TicketOrder } from './ticket-order.ts'

/** What is told of orders beside the order itself: those of before, and what a line looks like today. */

const text = z.string()

/** A page of the user's placed orders, newest first, 20 a page. `next_page` is there while there are more. */
export const TicketHistoryAnswer = z.object({
  ticket_orders: z.array(TicketOrder),
  next_page: z.optional(z.int()),
})
export type TicketHistoryAnswer = z.infer<typeof TicketHistoryAnswer>

/**
 * The order that the user touched last and has not placed, left out where there is none; and those that they placed, on whatever device, and still wait for, the
 * newest first.
 */
export const OpenTicketAnswer = z.object({
  ticket_order: z.optional(TicketOrder),
  placed: z.optional(z.array(TicketOrder)),
})
export type OpenTicketAnswer = z.infer<typeof OpenTicketAnswer>

/** Item lookup info (§3): what a line looks like and costs today. Prices are integer cents; `imageUrl` is empty without a picture. */
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
