import * as z from 'zod/mini'
import { changeMs, define, paymentMs, readMs } from '../endpoint.ts'
import { ItemLookupAnswer, OpenTicketAnswer, TicketHistoryAnswer } from '../schemas/ticket-history.ts'
import {
  CheckInBody,
  DeliveryUpdateBody,
  ImportAndRedeemCardBody,
  ItemsBody,
  OrderLineItem,
  PaymentBody,
  PromoCodeBody,
  RedeemCardBody,
  RewardBody,
  SubmitBody,
  TicketOrderAnswer,
  TicketUpdateBody,
} from '../schemas/ticket-order.ts'
import { PushAnswer, PushEndBody, PushKeyAnswer, PushSubscriptionBody } from '../schemas/push.ts'
import { TipBody } from '../schemas/tip.ts'

const Time = z.object({ time: z.optional(z.string()) })
const ticket = '/location/:loc/ticketorder/:id'

/** The ticket order (specification §7 *Ticket order*). */
export const ticketEndpoints = {
  /** A GET that creates (as in the specification); it needs an idempotency key like every change. */
  createTicket: define({
    method: 'GET',
    path: '/location/:loc/ticketorder/create',
    caller: 'anyone',
    queue: 'draft',
    query: Time,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  getTicket: define({
    method: 'GET',
    path: ticket,
    caller: 'anyone',
    queue: 'read',
    repeated: true,
    query: Time,
    answer: TicketOrderAnswer,
    timeoutMs: readMs,
  }),
  addItems: define({
    method: 'POST',
    path: `${ticket}/items`,
    caller: 'anyone',
    queue: 'draft',
    body: ItemsBody,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  changeItem: define({
    method: 'PUT',
    path: `${ticket}/items/:index`,
    caller: 'anyone',
    queue: 'draft',
    body: OrderLineItem,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  removeItem: define({
    method: 'DELETE',
    path: `${ticket}/items/:index`,
    caller: 'anyone',
    queue: 'draft',
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  updateTicket: define({
    method: 'PUT',
    path: ticket,
    caller: 'anyone',
    queue: 'draft',
    body: TicketUpdateBody,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  setTip: define({
    method: 'POST',
    path: `${ticket}/tip`,
    caller: 'anyone',
    queue: 'draft',
    body: TipBody,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  applyPromoCode: define({
    method: 'POST',
    path: `${ticket}/promocode`,
    caller: 'anyone',
    queue: 'never',
    body: PromoCodeBody,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  /** A reward reduces the subtotal, before any payment is put on the ticket (docs/design/contract.md, Money rules). */
  redeemReward: define({
    method: 'POST',
    path: `${ticket}/reward`,
    caller: 'user',
    queue: 'never',
    body: RewardBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
  redeemCard: define({
    method: 'POST',
    path: `${ticket}/redeemcard`,
    caller: 'user',
    queue: 'never',
    body: RedeemCardBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
  importAndRedeemCard: define({
    method: 'POST',
    path: `${ticket}/importandredeemcard`,
    caller: 'anyone',
    queue: 'never',
    body: ImportAndRedeemCardBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
    secrets: ['recaptcha_confirmation'],
  }),
  /**
   * Extension `tender_release`: releases what gift cards and a reward have put on an open ticket, so that the ticket can be changed or abandoned. Refused once
   * a payment card was charged.
   */
  releaseTenders: define({
    method: 'POST',
    path: `${ticket}/release`,
    caller: 'anyone',
    queue: 'never',
    finishes: true,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
  payTicket: define({
    method: 'POST',
    path: `${ticket}/payment`,
    caller: 'anyone',
    queue: 'never',
    body: PaymentBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
    secrets: ['recaptcha_confirmation'],
  }),
  submitTicket: define({
    method: 'POST',
    path: '/v2.0/location/:loc/ticketorder/:id/submit',
    caller: 'anyone',
    queue: 'never',
    finishes: true,
    body: SubmitBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
  /** The same call as `updateTicket`, for a placed order: it is still useful when sent late, and harmless when sent twice. */
  checkIn: define({
    method: 'PUT',
    path: ticket,
    caller: 'anyone',
    queue: 'replay',
    finishes: true,
    body: CheckInBody,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  updateDelivery: define({
    method: 'PUT',
    path: `${ticket}/delivery`,
    caller: 'anyone',
    queue: 'never',
    finishes: true,
    body: DeliveryUpdateBody,
    answer: TicketOrderAnswer,
    timeoutMs: changeMs,
  }),
  /** Extension `guest_cancel`: the guest cancels a placed order that the kitchen has not begun. */
  cancelTicket: define({
    method: 'POST',
    path: `${ticket}/cancel`,
    caller: 'anyone',
    queue: 'never',
    finishes: true,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
  /** Extension `order_push`: the key that a browser subscribes to push with. */
  getPushKey: define({
    method: 'GET',
    path: '/location/:loc/push',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    answer: PushKeyAnswer,
    timeoutMs: readMs,
  }),
  /** Notifies this browser about a placed order, even with the page closed. A repeated call with the same address replaces the keys. */
  subscribeToOrder: define({
    method: 'PUT',
    path: `${ticket}/push`,
    caller: 'anyone',
    queue: 'never',
    body: PushSubscriptionBody,
    answer: PushAnswer,
    timeoutMs: changeMs,
  }),
  unsubscribeFromOrder: define({
    method: 'POST',
    path: `${ticket}/push/off`,
    caller: 'anyone',
    queue: 'never',
    finishes: true,
    body: PushEndBody,
    answer: PushAnswer,
    timeoutMs: changeMs,
  }),
  /** Whether this browser is notified about the order: its push service may have ended that. A POST, because the address is a secret. */
  findOrderSubscription: define({
    method: 'POST',
    path: `${ticket}/push/find`,
    caller: 'anyone',
    queue: 'read',
    repeated: true,
    body: PushEndBody,
    answer: PushAnswer,
    timeoutMs: readMs,
  }),
  listTicketHistory: define({
    method: 'GET',
    path: '/location/:loc/ticketorder/history',
    caller: 'user',
    queue: 'read',
    query: z.object({ page: z.optional(z.string()) }),
    answer: TicketHistoryAnswer,
    timeoutMs: readMs,
  }),
  /**
   * The member's order that is not placed yet, and the placed ones that they wait for: read at sign-in and when the portal opens, because they may have been
   * made on another device (decisions 042, 079).
   */
  findOpenTicket: define({
    method: 'GET',
    path: '/location/:loc/ticketorder/open',
    caller: 'user',
    repeated: true,
    queue: 'read',
    answer: OpenTicketAnswer,
    timeoutMs: readMs,
  }),
  /** `modifiers` is a comma-separated list of ordering ids. */
  lookupItem: define({
    method: 'GET',
    path: '/location/:loc/menu/item/:item/lookup',
    caller: 'anyone',
    anonymous: true,
    queue: 'read',
    query: z.object({ modifiers: z.optional(z.string()) }),
    answer: ItemLookupAnswer,
    timeoutMs: readMs,
  }),
}
