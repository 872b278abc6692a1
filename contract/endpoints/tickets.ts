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
  /** A GET that creates (the specification's own); it bears an idempotency key like every change. */
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
  /** A reward takes money off the subtotal, before any is put on the ticket (docs/design/contract.md, Money rules). */
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
   * Extension `tender_release`: gives back what gift cards and a reward have put on an open ticket, so that it can be changed or left. Refused once a
   * payment card was charged.
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
  /** The same call as `updateTicket`, of a placed order: sent late it is still worth something, and twice it is harmless. */
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
  /** Extension `guest_cancel`: its guest cancels a placed order that the kitchen has not begun. */
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
  /** Tells this browser what becomes of a placed order, with the page closed. Again with the same address, it takes the newer keys. */
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
   * The order that a member has not placed yet, and those that they wait for: asked for as they sign in and as the portal opens, for they may have been begun
   * and placed on another device (decisions 042, 079).
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
