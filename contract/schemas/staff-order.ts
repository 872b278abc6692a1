import * as z from 'zod/mini'
import { KitchenOrder } from './kitchen.ts'

/**
 * Placed orders of any age, for managers to find and view (extension `staff_orders`; docs/decisions/077-orders-of-any-age.md). Amounts are cents, times ISO
 * 8601 in UTC.
 */

const text = z.string()
const cents = z.int().check(z.gte(0))

export const StaffOrderLine = z.object({
  id: text,
  /** As the guest sees it: `B-1042`. Another order may have had the same number months before. */
  number: text,
  status: text,
  placed_at: text,
  /** When it was to be ready, the day (MM/DD/YYYY) and time (`h:mma`) in the location's zone; missing: as soon as possible. */
  ready_date: z.optional(text),
  ready_time: z.optional(text),
  /** The guest; empty once their data has been deleted. */
  guest_name: text,
  guest_phone: text,
  total_cents: cents,
  /** What was refunded, or is on its way. */
  refunded_cents: cents,
})
export type StaffOrderLine = z.infer<typeof StaffOrderLine>

/** How many are shown at first and added each time, and the maximum of a call. */
export const orderPage = 20
const maxOrders = 100

/** One of: the order's number, a phone number, an email, a day (ISO date) on which it was placed or for which it was ordered. */
export const FindOrdersBody = z.object({
  number: z.optional(text.check(z.maxLength(40))),
  phone: z.optional(text.check(z.maxLength(20))),
  email: z.optional(text.check(z.maxLength(254))),
  day: z.optional(z.iso.date()),
  /** Default `orderPage`. */
  limit: z.optional(z.int().check(z.gte(1), z.lte(maxOrders))),
  /** `next` of the previous answer. */
  after: z.optional(text.check(z.maxLength(200))),
})
export type FindOrdersBody = z.infer<typeof FindOrdersBody>
/** Newest first. `next`: there are more, and where they begin. */
export const FoundOrdersAnswer = z.object({ orders: z.array(StaffOrderLine), next: z.optional(text) })
export type FoundOrdersAnswer = z.infer<typeof FoundOrdersAnswer>

/**
 * An order as on the kitchen's board, whatever its age. `paid`: everything that paid for it (currency text), including what is no longer in `payments` because
 * all of it was refunded.
 */
export const StaffOrder = z.extend(KitchenOrder, {
  placed_at: text,
  paid: z.optional(z.array(z.object({ display_name: text, display_amount: text }))),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export const StaffOrderAnswer = z.object({ order: StaffOrder })
export type StaffOrderAnswer = z.infer<typeof StaffOrderAnswer>
