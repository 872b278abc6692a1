import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { Receipt } from '#contract/schemas/receipt.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { openDatabase } from '#db/database.ts'
import type { TicketChange } from '#db/outbox.ts'
import { savePlaced } from '#db/placed-orders.ts'
import { ConfirmationScreen } from '#features/orders/screens/confirmation-screen.tsx'
import { ReceiptScreen } from '#features/orders/screens/receipt-screen.tsx'
import { TicketHistoryScreen } from '#features/orders/screens/ticket-history-screen.tsx'
import { TicketScreen } from '#features/orders/screens/ticket-screen.tsx'
import { createApi } from '#lib/api/client.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import type { Push } from '#lib/ports/browser-push.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { checkInSender } from '#lib/sync/check-in-sender.ts'
import { createDrain } from '#lib/sync/drain.ts'
import { notificationServices } from '#app/notification-services.ts'
import { orderServices } from '#app/order-services.ts'
import { Route as receiptRoute } from '../../../src/routes/_kit/receipt.tsx'
import { Route as ticketRoute } from '../../../src/routes/_kit/ticket/$ticketId.tsx'
import { newDatabaseName, nextUuid, testLocks } from './device.ts'
import { location } from './merchant-data.ts'
import { snapshotOf } from './snapshots.ts'

type Said = { status: number; json: unknown } | 'offline' | 'never'

export const said = (status: number, message: string, code: string): Said => ({
  status,
  json: { message, code, errors: [{ message }] },
})

/** A small restaurant with placed orders, as the network answers: a test can read and change its state. */
export class OrdersNet implements Net {
  order: TicketOrder
  receipt: Receipt | undefined
  pages: TicketOrder[][] = []
  /** The member's current orders. */
  awaited: TicketOrder[] = []
  calls: { method: string; path: string; body: unknown; key: string | undefined }[] = []
  /** Answers the next call of a path in the server's place, or cuts it. */
  trouble: ((path: string) => Said | undefined) | undefined

  /** Delays answers about tickets until it resolves. */
  onTheWay: Promise<void> | undefined

  constructor(order: TicketOrder) {
    this.order = order
  }

  async send({ method, url, headers, body }: NetRequest) {
    const { pathname, search, searchParams } = new URL(url, 'https://tavola.example')
    const path = pathname.replace('/api/location/tavola-nyc', '') + search
    const sent: unknown = body === undefined ? undefined : JSON.parse(body)
    this.calls.push({ method, path, body: sent, key: headers['idempotency-key'] })
    const trouble = this.trouble?.(path)
    if (trouble === 'offline') throw new AppError('offline', 'no answer')
    if (trouble === 'never') return await new Promise<never>(() => undefined)
    const { status, json } = trouble ?? {
      status: 200,
      json: this.#answer(path, method, sent, Number(searchParams.get('page') ?? 1)),
    }
    const text = JSON.stringify(json)
    if (path.startsWith('/ticketorder/')) await this.onTheWay
    return { status, header: (name: string) => (name === 'content-type' ? 'application/json' : null), text }
  }

  callsOf = (path: string) => this.calls.filter((call) => call.path.startsWith(path))

  #answer(path: string, method: string, body: unknown, page: number): unknown {
    if (path.startsWith('/receipt')) return { receipt: this.receipt }
    if (path === '/ticketorder/open') return { placed: this.awaited }
    if (path.startsWith('/ticketorder/history')) {
      return { ticket_orders: this.pages[page - 1] ?? [], ...(this.pages[page] && { next_page: page + 1 }) }
    }
    if (method === 'PUT') this.order = { ...this.order, ...(body as Partial<TicketOrder>) }
    return { ticket_order: this.order }
  }
}

/** A placed order by a guest whom this device remembers. */
export const placedOrder = (changes: Partial<TicketOrder> = {}): TicketOrder =>
  snapshotOf({
    name: '1042',
    status: 'Submitted',
    use_curbside: true,
    tip: '$0.00',
    payments: [],
    recipient_first_name: 'Ada',
    recipient_last_name: 'Guest',
    recipient_email: 'ada@example.com',
    recipient_phone: '2125550147',
    history: [{ status: 'Submitted', at: new Date().toISOString(), display: '6:00pm' }],
    receipt: '/receipt?type=ticket_order&object_id=ticket-1',
    ...changes,
  })

/** A receipt with every field. */
export const fullReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  location_image_url: '/pictures/tavola.webp',
  location_name: 'Tavola',
  location_address1: '1 Main Street',
  location_address2: 'Ground floor',
  location_city: 'New York',
  location_state: 'NY',
  location_zip: '10011',
  location_phone: '(212) 555-0100',
  message: 'Thank you for coming.',
  server_name: 'Paola',
  created_date: '11/20/2026 6:00pm',
  check_number: '1042',
  check_name: 'Curbside',
  check_link: '/ticket/ticket-1',
  items: [
    { type: 'item', name: 'Margherita', quantity: 1, price: '$16.00' },
    { type: 'modifier', name: '12 inch', quantity: 1, price: '$0.00' },
  ],
  sub_total: '$16.00',
  discounts: '-$2.00',
  shipping_handling: '$4.50',
  tax: '$1.42',
  tips: '$2.40',
  total: '$22.32',
  payments: [{ payment_type: 'Visa 4242', payment_amount: '$22.32' }],
  full_name: 'Ada Guest',
  support_footer: 'Questions? Call us.',
  location_promotion_text: '<b>Pizza on Mondays</b>',
  location_url: 'tavola.example',
  ...changes,
})

export type OrdersOptions = {
  principal?: string
  configurations?: LocationCopy['configurations']
  historyOn?: boolean
  accountsOn?: boolean
  /** Replaces the default, online orders alone. */
  meals?: Settings['meals']
  /** What the API offers beyond the specification. */
  extensions?: string[]
  book?: MenuBook
  /** The order stored on the device before the page is opened. */
  held?: TicketOrder
  /** The browser's push; none by default. */
  push?: Push
  /** The database's name, to reuse an earlier phone. */
  name?: string
}

const signedIn = { token: 't', refreshToken: 'r', expiresAt: 9, email: 'ada@example.com', signedInAt: 1 }

const noPush: Push = {
  giveUp: async () => undefined,
  permission: async () => 'missing',
  ask: async () => 'denied',
  find: async () => undefined,
  subscribe: async () => await Promise.reject(new Error('no push here')),
  drop: async () => undefined,
}

/** The screens after an order, at an address. */
export async function ordersPage(net: OrdersNet, at: string, options: OrdersOptions = {}) {
  const {
    principal = 'guest',
    configurations = [],
    historyOn = true,
    meals = { online_orders: { enable: true } },
    extensions = [],
    book = { menus: [] },
    held,
    name = newDatabaseName(),
    push = noPush,
  } = options
  const who = { locationId: 'tavola-nyc', principal }
  const settings = {
    ...location().settings,
    meals: { ...meals, ticket_history: { enable: historyOn } },
    my_account: { enable: options.accountsOn === true },
  }
  const copy = {
    location: { ...location(), settings, api_extensions: extensions },
    configurations,
    announcements: [],
  }
  const db = await openDatabase(name)
  if (principal !== 'guest') await db.sessions.put({ ...who, ...signedIn })
  if (held) {
    await savePlaced(db, who, held, Date.now())
    await db.placedOrders.update(held.id, { elsewhere: false })
  }
  const session = createSessionStore()
  session.set(
    principal === 'guest' ? { state: 'guest' } : { state: 'user', principal, email: 'ada@example.com' },
  )
  const api = createApi({ net, base: '/api', locationId: who.locationId })
  const clock = { now: () => Date.now() }
  const ids = { uuid: nextUuid, secret: nextUuid }
  const drain = createDrain(
    { db, api, clock, random: () => 0, withLock: testLocks() },
    {
      locationId: who.locationId,
      timeZone: () => 'UTC',
      principal: () => principal,
      classes: () => ['replay'],
      senders: [checkInSender],
    },
  )
  const flush = async () => ({ left: (await drain()).left })
  const recorded: TicketChange[] = []
  const services = {
    db,
    api,
    clock,
    locationId: who.locationId,
    ids,
    principal: () => principal,
    readLocation: async () => ({ value: copy, savedAt: 1 }),
    readBook: async () => ({ value: book, savedAt: 1 }),
    record: async (change: TicketChange) => String(recorded.push(change)),
    notifications: notificationServices({
      db,
      api,
      ids,
      locationId: who.locationId,
      principal: () => principal,
      push,
    }),
    ...orderServices({ ...who, db, clock, ids, flush, principal: () => principal, base: '/api' }),
  } as Partial<Services> as Services
  const facts = { host: { locationId: who.locationId } }
  const tickets = createTicketStore()
  const portal = { facts, load: async () => services, session, tickets } as unknown as Portal
  const router = routerAt(at)
  const client = createQueryClient()
  return { page: pageOf(portal, router, client), router, db, recorded, flush, name, tickets, session, client }
}

const pageOf = (portal: Portal, router: ReturnType<typeof routerAt>, client: QueryClient) => (
  <PortalContext value={portal}>
    <QueryClientProvider client={client}>
      {/* The test has a route tree of its own; the router's types describe the portal's. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>
  </PortalContext>
)

/** The screens with the portal's own validation of search parameters. */
function routerAt(at: string) {
  const root = createRootRoute()
  const plain = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => root, path, component })
  const ticket = createRoute({
    getParentRoute: () => root,
    path: '/ticket/$ticketId',
    component: Ticket,
    validateSearch: ticketRoute.options.validateSearch as (search: Record<string, unknown>) => object,
  })
  const receipt = createRoute({
    getParentRoute: () => root,
    path: '/receipt',
    component: ReceiptPage,
    validateSearch: receiptRoute.options.validateSearch as (search: Record<string, unknown>) => object,
  })
  const routeTree = root.addChildren([
    plain('/', () => <p>Home</p>),
    plain('/order', () => <p>The menu</p>),
    plain('/ordercart', () => <p>The cart</p>),
    plain('/ordersubmit', () => <ConfirmationScreen />),
    plain('/login', () => <p>Log in</p>),
    plain('/tickethistory', () => <TicketHistoryScreen />),
    ticket,
    receipt,
  ])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/', at] }) })
}

function Ticket() {
  const { action }: { action?: 'checkin' } = useSearch({ strict: false })
  return <TicketScreen ticketId="ticket-1" action={action} />
}

function ReceiptPage() {
  const { type, object_id }: { type?: string; object_id?: string } = useSearch({ strict: false })
  return <ReceiptScreen type={type} objectId={object_id} />
}
