import * as z from 'zod/mini'
import { KitchenOrder } from './kitchen.ts'

/**
 * Placed orders of any age as managers find them and look at one (extension `staff_orders`; docs/decisions/077-orders-of-any-age.md). Amounts are cents, times
 * ISO 8601 in UTC.
 */

const text = z.string()
const cents = z.int().check(z.gte(0))

export const StaffOrderLine = z.object({
  id: text,
  /** As its guest reads it: `B-1042`. Another order may have had it months before. */
  number: text,
  status: text,
  placed_at: text,
  /** When it was to be ready, the location's own day (MM/DD/YYYY) and time (`h:mma`); not there: as soon as possible. */
  ready_date: z.optional(text),
  ready_time: z.optional(text),
  /** Whose it is; empty where they have been forgotten. */
  guest_name: text,
  guest_phone: text,
  total_cents: cents,
  /** What has gone back, or is on its way. */
  refunded_cents: cents,
})
export type StaffOrderLine = z.infer<typeof StaffOrderLine>

/** How many are shown at first and each time, and the most that one call gives. */
export const orderPage = 20
const maxOrders = 100

/** One of: the order's number, a telephone number, an email, a day (ISO date) on which it was placed or for which it was. */
export const FindOrdersBody = z.object({
  number: z.optional(text.check(z.maxLength(40))),
  phone: z.optional(text.check(z.maxLength(20))),
  email: z.optional(text.check(z.maxLength(254))),
  day: z.optional(z.iso.date()),
  /** `orderPage` where it is not said. */
  limit: z.optional(z.int().check(z.gte(1), z.lte(maxOrders))),
  /** `next` of the answer before. */
  after: z.optional(text.check(z.maxLength(200))),
})
export type FindOrdersBody = z.infer<typeof FindOrdersBody>
/** The newest first. `next`: there are others, and where they begin. */
export const FoundOrdersAnswer = z.object({ orders: z.array(StaffOrderLine), next: z.optional(text) })
export type FoundOrdersAnswer = z.infer<typeof FoundOrdersAnswer>

/**
 * An order as the kitchen's board has it, whatever its age. `paid`: all that has paid for it (currency text), also what has left its `payments` since because
 * all of it went back.
 */
export const StaffOrder = z.extend(KitchenOrder, {
  placed_at: text,
  paid: z.optional(z.array(z.object({ display_name: text, display_amount: text }))),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export const StaffOrderAnswer = z.object({ order: StaffOrder })
export type StaffOrderAnswer = z.infer<typeof StaffOrderAnswer>
