import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { listWaiting, type TicketChange } from '#db/outbox.ts'
import { appendOffered, type Offer } from '#db/offers.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import { appendChanges, dismissRefusals, findActiveTicket, saveContact, type TicketRow } from '#db/tickets.ts'
import type { Card } from '#contract/schemas/card.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { ticketSender } from '#lib/sync/ticket-sender.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { CheckoutScreen } from '#features/checkout/screens/checkout-screen.tsx'
import { OrderCartScreen } from '#features/ordering/screens/order-cart-screen.tsx'
import { newDatabaseName, nextUuid, rules, testLocks } from './device.ts'
import { changesOf } from './effects.ts'
import { location } from './merchant-data.ts'
import { snapshotOf, ticketRow } from './snapshots.ts'

/** The order cart and checkout on a device's real database, with a restaurant whose answers the test chooses. */

type Said = { status: number; json: unknown } | 'offline' | 'never'
type SentCall = { method: string; path: string; body: unknown }

export const refused = (
  status: number,
  code: string,
  message: string,
  field?: string,
): Exclude<Said, string> => ({
  status,
  json: { message, code, errors: field === undefined ? [] : [{ message, field }] },
})

/** A restaurant with one ticket, which answers every call, unless `say` answers. */
export class OrderNet implements Net {
  ticket: TicketOrder
  calls: SentCall[] = []
  say: (call: SentCall) => Said | undefined | Promise<Said | undefined> = () => undefined

  constructor(ticket: TicketOrder) {
    this.ticket = ticket
  }

  async send({ method, url, body }: NetRequest) {
    const { pathname, search } = new URL(url, 'https://bella.example')
    const path =
      pathname.replace(/^\/api(\/v2\.0)?\/location\/tavola-nyc/, '').replace('/ticketorder/ticket-1', '') +
      (search.startsWith('?query') ? search : '')
    const call = { method, path, body: body === undefined ? undefined : (JSON.parse(body) as unknown) }
    this.calls.push(call)
    const said = await this.say(call)
    if (said === 'offline') throw new AppError('offline', 'no answer')
    if (said === 'never') return await new Promise<never>(() => undefined)
    const { status, json } = said ?? { status: 200, json: { ticket_order: this.ticket } }
    return {
      status,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(json),
    }
  }

  callsOf = (path: string) => this.calls.filter((call) => call.path === path)
}

export type OrderPageOptions = {
  ticket?: TicketOrder
  row?: Partial<TicketRow> | null
  user?: User
  cards?: Card[]
  book?: MenuBook
  copy?: Partial<LocationCopy['location']>
  at?: string
  /** The database of a device that has had the order before. */
  kept?: LarderDatabase
}

const cardSettings = { digital: { enable: true }, physical: { enable: true } }

/** Awaits the device's database within `act`, so that React renders what the page learns meanwhile. */
export async function inAct<T>(run: () => PromiseLike<T>): Promise<T> {
  let result: T | undefined
  await act(async () => void (result = await run()))
  return result as T
}

/** The pages that an order links to and is reached from, one visit after the home page. */
function routerAt(at: string) {
  const root = createRootRoute()
  const screen = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => root, path, component })
  const named = (path: string, text: string) => screen(path, () => <p>{text}</p>)
  const routeTree = root.addChildren([
    screen('/ordercart', () => <OrderCartScreen />),
    screen('/ordercheckout', () => <CheckoutScreen />),
    named('/', 'Home'),
    named('/order', 'The menus'),
    named('/order/$menuId/category/$categoryId', 'A category'),
    named('/order/$menuId/category/$categoryId/item/$itemId', 'An item'),
    named('/ordersubmit', 'Confirmed'),
    named('/login', 'Sign in'),
    named('/signup', 'Sign up'),
  ])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/', at] }) })
}

type World = { cards: Card[]; user: User | undefined; book: MenuBook }
type Parts = {
  net: Net
  db: LarderDatabase
  who: { locationId: string; principal: string }
  copy: LocationCopy
  world: World
  client: QueryClient
}

type Failure = Parameters<Services['noteFailure']>[0]

const freshDraft = () => ({ draftId: nextUuid(), createOpId: nextUuid() })

/** The screens' services, for the device's database and the restaurant. */
function servicesOf({ net, db, who, copy, world, client }: Parts) {
  const api = createApi({ net, base: '/api', locationId: who.locationId, onChange: changesOf(client) })
  const clock = { now: () => Date.now() }
  const withLock = testLocks()
  const ports = { db, api, clock, withLock }
  const drain = createDrain(
    { ...ports, random: () => 0 },
    {
      locationId: who.locationId,
      timeZone: () => 'America/New_York',
      principal: () => who.principal,
      classes: () => ['replay', 'draft'] as const,
      senders: [ticketSender],
    },
  )
  const logged: Failure[] = []
  const active = () => findActiveTicket(db, who.locationId, who.principal)
  const services = {
    db,
    api,
    clock,
    locationId: who.locationId,
    attempts: ports,
    ids: { uuid: nextUuid, secret: nextUuid },
    principal: () => who.principal,
    readLocation: async () => ({ value: copy, savedAt: 1 }),
    readBook: async () => ({ value: world.book, savedAt: Date.now() }),
    readCards: async () => ({ value: world.cards, savedAt: Date.now() }),
    readUser: async () => ({
      value: world.user!,
      savedAt: Date.now(),
      etag: '',
      waiting: false,
      refusal: [],
    }),
    observeTicket: (listener: (watched: never) => void) =>
      void observeActiveTicket(db, who.locationId, who.principal).subscribe(listener as never),
    record: async (change: TicketChange) => {
      const opId = nextUuid()
      await appendChanges(db, who, freshDraft(), [{ opId, change }], clock.now())
      return opId
    },
    outcomeOf: async (opId: string) => {
      await drain()
      const refusal = (await active())?.row.refusals.find((one) => one.opId === opId)
      if (refusal) return { state: 'refused', messages: refusal.messages }
      return {
        state: (await listWaiting(db, who.locationId)).some((op) => op.opId === opId) ? 'waiting' : 'sent',
      }
    },
    findLastPlaced: () => findLastPlaced(db, who.locationId, who.principal),
    recordOffered: async (offer: Offer, changes: readonly TicketChange[]) => {
      const wanted = changes.map((change) => ({ opId: nextUuid(), change }))
      await appendOffered(db, offer, who, freshDraft(), wanted, clock.now())
      void drain()
    },
    dismissRefusals: (draftId: string, opIds: readonly string[]) => dismissRefusals(db, draftId, opIds),
    keepContact: (draftId: string, contact: TicketRow['contact']) => saveContact(db, draftId, contact ?? {}),
    noteFailure: (failure: Failure) => void logged.push(failure),
    whilePaying: (pay: () => Promise<unknown>) => pay(),
    flush: async () => ({ left: (await drain()).left }),
  } as unknown as Services
  return { services, active, logged }
}

/** A page of the portal with an order on the device. `row: null` is a device without one. */
export async function orderPage({
  ticket = snapshotOf(),
  row = {},
  user,
  cards = [],
  book = { menus: [] },
  copy: changes,
  at,
  kept,
}: OrderPageOptions) {
  const net = new OrderNet(ticket)
  const who = { locationId: 'tavola-nyc', principal: user ? 'ada' : 'guest' }
  const db = kept ?? (await openDatabase(newDatabaseName()))
  if (row && !kept) await db.tickets.put(ticketRow({ ...who, snapshot: ticket, ...row }))
  const place = location()
  const settings = {
    ...place.settings,
    cards: cardSettings,
    promo_codes: { enable: true },
    my_account: { enable: true },
    rewards: { enable: true },
  }
  const copy = {
    location: { ...place, settings, api_extensions: ['tender_release'], ...changes },
    configurations: [],
    announcements: [],
  }
  const session = createSessionStore()
  session.set(user ? { state: 'user', principal: 'ada', email: user.email } : { state: 'guest' })
  const world = { cards, user, book }
  const client = createQueryClient()
  const { services, active, logged } = servicesOf({ net, db, who, copy, world, client })
  const tickets = createTicketStore()
  tickets.follow(services, () => rules, viewTicket)
  const facts = {
    host: { locationId: who.locationId },
    payments: { provider: 'sandbox', publishableKey: 'pk' },
    verification: { provider: 'embedded' },
  }
  const portal = { facts, load: async () => services, session, tickets } as unknown as Portal
  const router = routerAt(at ?? '/ordercheckout')
  const page = (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return {
    page,
    net,
    db,
    router,
    client,
    services,
    world,
    /** The log's entries. */
    logged,
    /** The active ticket; React renders what the page learns meanwhile. */
    active: () => inAct(active),
  }
}
