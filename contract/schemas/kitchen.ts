import * as z from 'zod/mini'
import { cancelReasons } from '../rules/cancel-reasons.ts'
import { pauseLengths, pauseReasons } from '../rules/order-pause.ts'
import { soldOutLengths } from '../rules/sold-out.ts'
import { Refundable } from './refund.ts'
import { SoldOut } from './location.ts'
import { TicketOrder } from './ticket-order.ts'

/** The kitchen's page (`/kitchen`): what the staff of a location see of the orders that came in. */

/** Where the staff may move an order: among the new ones it does not come again. `Cancelled` gives the money back. */
export const KitchenMove = z.enum(['Preparing', 'Ready', 'Completed', 'Cancelled'])
export type KitchenMove = z.infer<typeof KitchenMove>

/** An order as the staff see it: `refundable` is what of it can still go back, and not there where nothing can. */
export const KitchenOrder = z.extend(TicketOrder, {
  refundable: z.optional(Refundable),
  /** A guest's bank disputes what paid for it, or has taken the money: no part can go back to that card from here. */
  dispute: z.optional(z.enum(['open', 'lost'])),
  /** What a bank has taken, where it has left some of each payment: that goes back when the order is cancelled. */
  taken_cents: z.optional(z.int().check(z.gte(1))),
  /** When it is to be ready, as its guest was told (ISO 8601): its own time, or so long after it was placed as the kitchen takes. */
  promised_at: z.optional(z.string()),
  /** For later, and its time has come: it waits only because the kitchen is off. */
  is_due: z.optional(z.boolean()),
  /** Who cancelled it. */
  cancelled_by: z.optional(z.enum(['guest', 'staff', 'restaurant'])),
})
export type KitchenOrder = z.infer<typeof KitchenOrder>

/** A pause of new orders (docs/decisions/076): until when (ISO 8601), why, and whether guests read why. */
export const KitchenPause = z.object({
  until: z.string(),
  rest_of_day: z.optional(z.boolean()),
  reason: z.optional(z.enum(pauseReasons)),
  tells_reason: z.boolean(),
})
export type KitchenPause = z.infer<typeof KitchenPause>

export const KitchenAnswer = z.object({
  /** Off: the kitchen's system is away. Orders wait as `Queued` until it is on again. */
  is_on: z.boolean(),
  /** While no new orders are taken. */
  pause: z.optional(KitchenPause),
  /** Dishes that have run out (docs/decisions/078). */
  sold_out: z.optional(z.array(SoldOut)),
  /** Placed and not completed, oldest first, and what was completed or cancelled in the last hours. */
  orders: z.array(KitchenOrder),
})
export type KitchenAnswer = z.infer<typeof KitchenAnswer>

export const KitchenSwitchBody = z.object({ is_on: z.boolean() })
export type KitchenSwitchBody = z.infer<typeof KitchenSwitchBody>

/** For how long no new orders are taken (minutes, or the rest of the kitchen's day); `none` ends a pause. */
export const OrderPauseBody = z.object({
  length: z.enum([...pauseLengths, 'none']),
  reason: z.optional(z.enum(pauseReasons)),
  tells_reason: z.optional(z.boolean()),
})
export type OrderPauseBody = z.infer<typeof OrderPauseBody>

/** A dish that has run out: until the kitchen's day ends, or until somebody says otherwise (`open`); `none` puts it on again. */
export const SoldOutBody = z.object({
  item_id: z.string().check(z.maxLength(400)),
  length: z.enum([...soldOutLengths, 'none']),
})
export type SoldOutBody = z.infer<typeof SoldOutBody>

/**
 * `seen`: where the order was on the screen on which somebody pressed; boards from before this do not say. Of an order that they cancel, `reason`: why, which
 * its guest is told (older boards do not say), and `note`: the staff's own words, told to the staff alone.
 */
export const KitchenMoveBody = z.object({
  status: KitchenMove,
  seen: z.optional(z.string().check(z.maxLength(40))),
  reason: z.optional(z.enum(cancelReasons)),
  note: z.optional(z.string().check(z.maxLength(200))),
})
export type KitchenMoveBody = z.infer<typeof KitchenMoveBody>
