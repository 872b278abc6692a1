import * as z from 'zod/mini'
import { AnnouncementsAnswer, ConfigurationsAnswer, LocationAnswer } from './schemas/location.ts'
import { Category, Menu, MenuBook, MenuItem, MenuItemCard, MenuMode } from './schemas/menu.ts'
import {
  ItemsBody,
  OrderLineItem,
  PaymentBody,
  PromoCodeBody,
  SubmitBody,
  TicketOrderAnswer,
  TicketUpdateBody,
  TipBody,
} from './schemas/ticket-order.ts'

/**
 * Every call of the merchant API, once: the server validates requests and answers by this table, the portal parses every answer by it.
 * Paths are the specification's §7; those it does not show are design/contract.md's.
 */

/**
 * What becomes of a change that got no answer (design/offline.md, What may be sent later):
 * `replay` waits in the outbox and may be sent with no window open; `draft` waits there and is sent while the portal is open;
 * `never` is sent only while the user is present, and is repeated only with the same key. `read` changes nothing.
 */
export type QueueClass = 'read' | 'replay' | 'draft' | 'never'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API's base; `:name` is a parameter. */
  path: string
  caller: 'anyone' | 'user' | 'administrator'
  queue: QueueClass
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  answer: z.ZodMiniType
  /** Milliseconds until the portal stops waiting. */
  timeoutMs: number
  /** The caller may cache it by ETag. */
  cacheable?: boolean
}

const define = <const E extends Endpoint>(endpoint: E): E => endpoint

const readMs = 20_000
const changeMs = 20_000
/** §9: payment timeouts. */
const paymentMs = 120_000

const Time = z.object({ time: z.optional(z.string()) })
const ticket = '/location/:loc/ticketorder/:id'

export const endpoints = {
  getLocation: define({
    method: 'GET',
    path: '/location/:loc',
    caller: 'anyone',
    queue: 'read',
    answer: LocationAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  getConfigurations: define({
    method: 'GET',
    path: '/location/:loc/configurations',
    caller: 'anyone',
    queue: 'read',
    answer: ConfigurationsAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  listAnnouncements: define({
    method: 'GET',
    path: '/location/:loc/announcements',
    caller: 'anyone',
    queue: 'read',
    query: Time,
    answer: AnnouncementsAnswer,
    timeoutMs: readMs,
    cacheable: true,
  }),
  listMenus: define({
    method: 'GET',
    path: '/location/:loc/menus',
    caller: 'anyone',
    queue: 'read',
    query: z.object({
      sort: z.optional(z.string()),
      read_only: z.optional(z.string()),
      online_order: z.optional(z.string()),
      time: z.optional(z.string()),
    }),
    answer: z.object({ menus: z.array(Menu) }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  listCategories: define({
    method: 'GET',
    path: '/location/:loc/menu/:menu/categories',
    caller: 'anyone',
    queue: 'read',
    answer: z.object({ categories: z.array(Category) }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  listItems: define({
    method: 'GET',
    path: '/location/:loc/menu/:menu/category/:category/items',
    caller: 'anyone',
    queue: 'read',
    query: z.object({ minimize: z.optional(z.string()) }),
    answer: z.object({ items: z.array(MenuItemCard) }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  getItem: define({
    method: 'GET',
    path: '/location/:loc/menu/:menu/category/:category/item/:item',
    caller: 'anyone',
    queue: 'read',
    answer: z.object({ item: MenuItem }),
    timeoutMs: readMs,
    cacheable: true,
  }),
  getMenuBook: define({
    method: 'GET',
    path: '/location/:loc/menubook',
    caller: 'anyone',
    queue: 'read',
    query: z.object({ mode: MenuMode }),
    answer: MenuBook,
    timeoutMs: readMs,
    cacheable: true,
  }),
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
  getTicket: define({ method: 'GET', path: ticket, caller: 'anyone', queue: 'read', query: Time, answer: TicketOrderAnswer, timeoutMs: readMs }),
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
  payTicket: define({
    method: 'POST',
    path: `${ticket}/payment`,
    caller: 'anyone',
    queue: 'never',
    body: PaymentBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
  submitTicket: define({
    method: 'POST',
    path: '/v2.0/location/:loc/ticketorder/:id/submit',
    caller: 'anyone',
    queue: 'never',
    body: SubmitBody,
    answer: TicketOrderAnswer,
    timeoutMs: paymentMs,
  }),
} satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints

/** What a call answers, by its row of the table. */
export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>
/** What a call takes as its body, by its row of the table. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType } ? z.infer<B> : undefined
