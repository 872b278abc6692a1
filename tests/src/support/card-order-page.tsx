import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { centsFromNumber, formatCents } from '#contract/money.ts'
import {
  type CardOrder,
  type CardOrderType,
  cardOrderTypes,
  type Program,
} from '#contract/schemas/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import type { CardOrderRow } from '#db/card-orders.ts'
import { openDatabase } from '#db/database.ts'
import { SentGiftScreen } from '#features/card-orders/screens/sent-gift-screen.tsx'
import { CardOrderScreen } from '#features/card-orders/screens/card-order-screen.tsx'
import { CartScreen } from '#features/physical-cards/screens/cart-screen.tsx'
import { PhysicalCardsScreen } from '#features/physical-cards/screens/physical-cards-screen.tsx'
import { PhysicalCheckoutScreen } from '#features/physical-cards/screens/physical-checkout-screen.tsx'
import { ThankYouScreen } from '#features/physical-cards/screens/thank-you-screen.tsx'
import { createApi } from '#lib/api/client.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { allOn } from './all-on.ts'
import { changesOf } from './effects.ts'
import { newDatabaseName, nextUuid, testLocks } from './device.ts'
import { location } from './merchant-data.ts'

/** Orders for gift cards on a device's real database, with a restaurant whose answers the test chooses. */

type Said = { status: number; json: unknown }
export type CardCall = { method: string; path: string; body: unknown }

export const cardOrder = (changes: Partial<CardOrder> = {}): CardOrder => ({
  id: 'order-1',
  type: 'SendPhysical',
  status: 'Open',
  step: 0,
  items: [],
  payments: [],
  totals: { subtotal: '$0.00', discount: '$0.00', shipping_handling: '$4.95', total: '$4.95', due: '$4.95' },
  ...changes,
})

export const cart = (changes: Partial<PhysicalOrder> = {}): PhysicalOrder => ({
  id: 'cart-1',
  status: 'Open',
  items: [{ index: 1, item: 'posted-card', price: 25, quantity: 2 }],
  totals: { subtotal: '$50.00', discount: '$0.00', shipping_handling: '$4.95', total: '$54.95' },
  ...changes,
})

export const program = (id: string, changes: Partial<Program> = {}): Program => ({
  id,
  external_id: id,
  image: '',
  description: `The ${id} card`,
  ...changes,
})

type Sent = { items?: { price: number; quantity: number }[] }

/** Merges each change into its order, as the real API does, unless `say` answers. */
export class CardOrdersNet implements Net {
  programs: Program[] = [program('classic')]
  order = cardOrder()
  cart = cart()
  calls: CardCall[] = []
  /** The idempotency key of each call; undefined for one that changes nothing. */
  keys: (string | undefined)[] = []
  say: (call: CardCall) => Said | undefined | Promise<Said | undefined> = () => undefined

  async send({ method, url, body, headers }: NetRequest) {
    const { pathname, search } = new URL(url, 'https://tavola.example')
    const path = pathname.replace('/api/location/tavola-nyc', '') + search
    const call = { method, path, body: body === undefined ? undefined : (JSON.parse(body) as unknown) }
    this.calls.push(call)
    this.keys.push(headers['idempotency-key'])
    const { status, json } = (await this.say(call)) ?? { status: 200, json: this.#answer(call) }
    return {
      status,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(json),
    }
  }

  /** The bodies of the calls that changed an order. */
  changes = () => this.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))

  #answer({ path, method, body }: CardCall): unknown {
    const sent = (body ?? {}) as Sent & { type?: CardOrderType; status?: string }
    const numbered = sent.items && { items: sent.items.map((item, at) => ({ ...item, index: at + 1 })) }
    if (path === '/programs') return { programs: this.programs }
    if (path.startsWith('/physicalcard')) {
      if (method === 'PUT') this.cart = { ...this.cart, ...sent, ...numbered } as PhysicalOrder
      return { physical_order: this.cart, message: 'Successfully saved' }
    }
    if (path === '/card/order/start') this.order = cardOrder({ type: sent.type! })
    else if (method === 'PUT') this.order = { ...this.order, ...sent, ...numbered } as CardOrder
    const cents = this.order.items.reduce((sum, one) => sum + centsFromNumber(one.price) * one.quantity, 0)
    const subtotal = formatCents(cents)
    return {
      card_order: {
        ...this.order,
        totals: { ...this.order.totals, subtotal, total: subtotal, due: subtotal },
      },
    }
  }
}

export type CardOrderPageOptions = {
  /** The stored card order that was begun before. */
  row?: Partial<CardOrderRow>
  /** Whether the device has stored the cart. */
  withCart?: boolean
  /** What the restaurant's API offers beyond the specification. */
  extensions?: string[]
  settings?: Partial<Settings>
}

const guest = { locationId: 'tavola-nyc', principal: 'guest' }

/** A database with the order that was begun before. */
async function openDeviceWith(net: CardOrdersNet, { row, withCart }: CardOrderPageOptions) {
  const db = await openDatabase(newDatabaseName())
  const now = Date.now()
  if (row) {
    net.order = { ...net.order, ...row.snapshot, type: row.type ?? net.order.type }
    await db.cardOrders.put({
      ...guest,
      orderId: net.order.id,
      type: net.order.type,
      typed: {},
      updatedAt: now,
      step: 0,
      ...row,
      snapshot: net.order,
    })
  }
  if (withCart)
    await db.physicalOrders.put({
      ...guest,
      orderId: net.cart.id,
      snapshot: net.cart,
      typed: {},
      updatedAt: now,
    })
  return db
}

/** The screens of card orders and of the cart, as a guest sees them at an address. */
export async function cardOrderPage(net: CardOrdersNet, at: string, begun: CardOrderPageOptions = {}) {
  const db = await openDeviceWith(net, begun)
  const copy = {
    location: {
      ...location({ settings: { consumer_application_settings: {}, ...allOn, ...begun.settings } }),
      api_extensions: begun.extensions ?? [],
    },
    configurations: [],
    announcements: [],
  }
  const session = createSessionStore()
  session.set({ state: 'guest' })
  const client = createQueryClient()
  const api = createApi({ net, base: '/api', locationId: guest.locationId, onChange: changesOf(client) })
  const clock = { now: () => Date.now() }
  const services = {
    db,
    api,
    clock,
    locationId: guest.locationId,
    attempts: { db, api, clock, principal: () => 'guest', withLock: testLocks() },
    ids: { uuid: nextUuid, secret: nextUuid },
    principal: () => 'guest',
    noteFailure: () => undefined,
    whilePaying: (pay: () => Promise<unknown>) => pay(),
    readLocation: async () => ({ value: copy, savedAt: 1 }),
  } as Partial<Services> as Services
  const facts = {
    host: { locationId: guest.locationId },
    verification: { provider: 'embedded' },
    payments: { provider: 'sandbox', publishableKey: 'pk' },
  }
  const portal = { facts, load: async () => services, session } as unknown as Portal
  const router = routerAt(at)
  const page = (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return { page, router, db, services }
}

/** The pages that card orders link to and are reached from. */
function routerAt(at: string) {
  const root = createRootRoute()
  const screen = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => root, path, component })
  const flows = cardOrderTypes.map((type) =>
    screen(`/flow/${type}`, () => <CardOrderScreen type={type} cardId="0" takes={cardOrderTypes} />),
  )
  const routeTree = root.addChildren([
    ...flows,
    screen('/sent', () => <SentGiftScreen orderId="order-1" />),
    screen('/cart', () => <CartScreen />),
    screen('/checkout', () => <PhysicalCheckoutScreen />),
    screen('/thankyou', () => <ThankYouScreen />),
    screen('/posted', () => <PhysicalCardsScreen />),
    screen('/physicalcards', () => <p>Cards by mail</p>),
    screen('/sendcard', () => <p>Send a card</p>),
    screen('/mycards', () => <p>My cards</p>),
  ])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
}
