import * as z from 'zod/mini'
import { changeMs, define, paymentMs, readMs } from '../endpoint.ts'
import { ContactMessageAnswer, ContactMessageBody } from '../schemas/contact-message.ts'
import {
  KitchenAnswer,
  KitchenMoveBody,
  KitchenSwitchBody,
  OrderPauseBody,
  SoldOutBody,
} from '../schemas/kitchen.ts'
import { PlaceAnswer, PlacesAnswer } from '../schemas/place.ts'
import { RefundBody } from '../schemas/refund.ts'
import { ReceiptAnswer } from '../schemas/receipt.ts'

/** The services around an order: receipts, places, the kitchen's page, and messages to the restaurant (specification §7 *Location*). */
export const serviceEndpoints = {
  getReceipt: define({
    method: 'GET',
    path: '/location/:loc/receipt',
    caller: 'anyone',
    queue: 'read',
    query: z.object({ type: z.string().check(z.minLength(1)), object_id: z.string() }),
    answer: ReceiptAnswer,
    timeoutMs: readMs,
  }),
  searchPlaces: define({
    method: 'GET',
    path: '/location/:loc/places',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    query: z.object({ query: z.string().check(z.maxLength(200)) }),
    answer: PlacesAnswer,
    timeoutMs: readMs,
  }),
  getPlace: define({
    method: 'GET',
    path: '/location/:loc/places/:place',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    answer: PlaceAnswer,
    timeoutMs: readMs,
  }),
  sendContactMessage: define({
    method: 'POST',
    path: '/location/:loc/contact',
    caller: 'anyone',
    queue: 'never',
    body: ContactMessageBody,
    answer: ContactMessageAnswer,
    timeoutMs: changeMs,
  }),
  getKitchen: define({
    method: 'GET',
    path: '/location/:loc/kitchen',
    caller: 'kitchen',
    queue: 'read',
    repeated: true,
    answer: KitchenAnswer,
    timeoutMs: readMs,
  }),
  switchKitchen: define({
    method: 'PUT',
    path: '/location/:loc/kitchen',
    caller: 'manager',
    queue: 'never',
    finishes: true,
    body: KitchenSwitchBody,
    answer: KitchenAnswer,
    timeoutMs: changeMs,
  }),
  /** Stops taking new orders for a while, or takes them again (docs/decisions/076). */
  pauseOrders: define({
    method: 'PUT',
    path: '/location/:loc/kitchen/pause',
    caller: 'manager',
    queue: 'never',
    finishes: true,
    body: OrderPauseBody,
    answer: KitchenAnswer,
    timeoutMs: changeMs,
  }),
  /** Marks a dish as sold out, or as available again (docs/decisions/078). */
  sellOut: define({
    method: 'PUT',
    path: '/location/:loc/kitchen/sold-out',
    caller: 'kitchen',
    queue: 'never',
    finishes: true,
    body: SoldOutBody,
    answer: KitchenAnswer,
    timeoutMs: changeMs,
  }),
  moveKitchenOrder: define({
    method: 'PUT',
    path: '/location/:loc/kitchen/orders/:id',
    caller: 'kitchen',
    // Canceling refunds money.
    sensitive: (body) => z.safeParse(KitchenMoveBody, body).data?.status === 'Cancelled',
    queue: 'never',
    finishes: true,
    body: KitchenMoveBody,
    answer: KitchenAnswer,
    timeoutMs: changeMs,
  }),
  /** Refunds part of an order to what paid for it (docs/decisions/059-money-that-goes-back.md). */
  refundKitchenOrder: define({
    method: 'POST',
    path: '/location/:loc/kitchen/orders/:id/refund',
    caller: 'manager',
    sensitive: true,
    queue: 'never',
    finishes: true,
    body: RefundBody,
    answer: KitchenAnswer,
    timeoutMs: paymentMs,
  }),
}
