import * as z from 'zod/mini'
import { cancelReasons } from '../rules/cancel-reasons.ts'
import { pauseLengths, pauseReasons } from '../rules/order-pause.ts'
import { soldOutLengths } from '../rules/sold-out.ts'
import { Refundable } from './refund.ts'
import { SoldOut } from './location.ts'
import { TicketOrder } from './ticket-order.ts'

/** The kitchen's page (`/kitchen`): the incoming orders as a location's staff see them. */

/** The statuses that staff may give an order: it cannot become new again. `Cancelled` refunds the money. */
export const KitchenMove = z.enum(['Preparing', 'Ready', 'Completed', 'Cancelled'])
export type KitchenMove = z.infer<typeof KitchenMove>

/** An order as staff see it: `refundable` is what can still be refunded; missing where nothing can. */
export const KitchenOrder = z.extend(TicketOrder, {
  refundable: z.optional(Refundable),
  /** A guest's bank disputes the payment or has taken the money: no partial refund to that card can be made here. */
  dispute: z.optional(z.enum(['open', 'lost'])),
  /** What a bank has taken, where it has left some of each payment: the rest is refunded when the order is cancelled. */
  taken_cents: z.optional(z.int().check(z.gte(1))),
  /** When it is to be ready, as the guest was told (ISO 8601): the time of the order, or the time it was placed plus the kitchen's lead time. */
  promised_at: z.optional(z.string()),
  /** An order for later whose time has come: it waits only because the kitchen is off. */
  is_due: z.optional(z.boolean()),
  /** Who cancelled it. */
  cancelled_by: z.optional(z.enum(['guest', 'staff', 'restaurant'])),
})
export type KitchenOrder = z.infer<typeof KitchenOrder>

/** A pause of new orders (docs/decisions/076): until when (ISO 8601), why, and whether guests are told why. */
export const KitchenPause = z.object({
  until: z.string(),
  rest_of_day: z.optional(z.boolean()),
  reason: z.optional(z.enum(pauseReasons)),
  tells_reason: z.boolean(),
})
export type KitchenPause = z.infer<typeof KitchenPause>

export const KitchenAnswer = z.object({
  /** False: the kitchen's system is away. Orders wait as `Queued` until it is back. */
  is_on: z.boolean(),
  /** The server has no disk space for anything new: guests are told that no orders are taken. */
  is_full: z.optional(z.boolean()),
  /** Present while no new orders are taken. */
  pause: z.optional(KitchenPause),
  /** Sold-out dishes (docs/decisions/078). */
  sold_out: z.optional(z.array(SoldOut)),
  /** Orders that are placed and not completed, oldest first, and those completed or cancelled in the last hours. */
  orders: z.array(KitchenOrder),
})
export type KitchenAnswer = z.infer<typeof KitchenAnswer>

export const KitchenSwitchBody = z.object({ is_on: z.boolean() })
export type KitchenSwitchBody = z.infer<typeof KitchenSwitchBody>

/** How long no new orders are taken (minutes, or the rest of the kitchen's day); `none` ends a pause. */
export const OrderPauseBody = z.object({
  length: z.enum([...pauseLengths, 'none']),
  reason: z.optional(z.enum(pauseReasons)),
  tells_reason: z.optional(z.boolean()),
  /** The end of the pause on the screen when the button was pressed (ISO 8601), or `none`; older boards do not send it. */
  seen: z.optional(z.string().check(z.maxLength(40))),
})
export type OrderPauseBody = z.infer<typeof OrderPauseBody>

/** How long a dish is sold out: until the kitchen's day ends, or until somebody changes it (`open`); `none` makes it available again. */
export const SoldOutBody = z.object({
  item_id: z.string().check(z.maxLength(400)),
  length: z.enum([...soldOutLengths, 'none']),
  /** How it was on the screen when it was switched: sold out until then (ISO 8601), `open` or `none`; older boards do not send it. */
  seen: z.optional(z.string().check(z.maxLength(40))),
})
export type SoldOutBody = z.infer<typeof SoldOutBody>

/**
 * `seen`: the order's status on the screen when the button was pressed; older boards do not send it. When canceling, `reason` is told to the guest (older
 * boards do not send it), and `note` is the staff's own text, shown only to staff.
 */
export const KitchenMoveBody = z.object({
  status: KitchenMove,
  seen: z.optional(z.string().check(z.maxLength(40))),
  reason: z.optional(z.enum(cancelReasons)),
  note: z.optional(z.string().check(z.maxLength(200))),
})
export type KitchenMoveBody = z.infer<typeof KitchenMoveBody>
