// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { addAttempt } from '#db/attempts.ts'
import { type LarderDatabase, openDatabase } from '#db/database.ts'
import { observeActiveTicket } from '#db/observe.ts'
import { putPlaced, savePlaced } from '#db/placed-orders.ts'
import { Shell } from '#features/layout/screens/shell.tsx'
import { createApi } from '#lib/api/client.ts'
import { browserIds } from '#lib/ports/browser.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { followOrders } from '#app/follow-orders.ts'
import { orderServices } from '#app/order-services.ts'
import { createPortalRouter } from '../../../src/router.tsx'
import { newDatabaseName, rules, testLocks } from '../support/device.ts'
import { OrdersNet, placedOrder, said } from '../support/orders.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy } from '../support/site.tsx'
import { snapshotOf, ticketRow } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const zone = 'America/New_York'
const who = { locationId: 'tavola-nyc', principal: 'guest' }
const hour = 60 * 60 * 1000
const openStore = async (): Promise<LarderDatabase> => await openDatabase(newDatabaseName())

/** An order that is ready this many hours from now. */
function readyIn(hours: number, changes: Partial<TicketOrder> = {}): TicketOrder {
  const { date, minutes } = localTime(Date.now() + hours * hour, zone)
  const time = formatTimeOfDay(minutes)
  return placedOrder({
    id: 'ticket-1',
    name: 'B-1012',
    ready_date: date,
    ready_time: time,
    ready_time_display: time,
    history: [],
    ...changes,
  })
}

const place = async (db: LarderDatabase, ticket: TicketOrder, hoursAgo = 0): Promise<void> =>
  await putPlaced(db, { ...who, ticketId: ticket.id, placedAt: Date.now() - hoursAgo * hour, ticket })

const attempt = (changes: Partial<AttemptRow> = {}): AttemptRow => {
  const row = {
    key: 'key-1',
    ...who,
    payable: 'ticket',
    payableId: 'draft',
    serverId: 'ticket-1',
    createdAt: 1,
    sent: true,
    kind: 'submit',
    body: { phone_number: '' },
  }
  return { ...row, ...changes } as AttemptRow
}

/** The shell at an address, with a device's database, and by default without a network. */
async function open(db: LarderDatabase, at: string, net = offline(), principal = who.principal) {
  const session = createSessionStore()
  session.set(
    principal === who.principal ? { state: 'guest' } : { state: 'user', principal, email: 'ada@example.com' },
  )
  const clock = { now: () => Date.now() }
  const api = createApi({ net, base: '/api', locationId: who.locationId })
  const services = {
    db,
    api,
    clock,
    locationId: who.locationId,
    principal: () => principal,
    attempts: { db, api, clock, withLock: testLocks() },
    readLocation: async () => ({ value: siteCopy(), savedAt: 1 }),
    readBook: async () => await Promise.reject(new Error('no book')),
    observeTicket: (listener: (watched: never) => void) =>
      void observeActiveTicket(db, who.locationId, principal).subscribe(listener as never),
    ...orderServices({
      db,
      clock,
      ids: browserIds,
      locationId: who.locationId,
      flush: async () => ({ left: 0 }),
      principal: () => principal,
      base: '/api',
    }),
    inMemory: new Promise(() => undefined),
    followOrders: (orders: Parameters<Services['followOrders']>[0]) => followOrders(services, orders),
  } as unknown as Services
  const tickets = createTicketStore()
  tickets.follow(services, () => rules, viewTicket)
  const facts = {
    host: {
      locationId: who.locationId,
      top_bar_style: 'left',
      theme: { dishes: 'cards', shape: { edge: 'border' } },
    },
    label: 'tavola',
  }
  const portal = { facts, load: async () => services, session, tickets } as unknown as Portal
  const root = createRootRoute({
    component: () => (
      <Shell>
        <Outlet />
      </Shell>
    ),
  })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>a screen</p> })
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await show(
    <PortalContext value={portal}>
      <QueryClientProvider client={createQueryClient()}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>,
  )
  return { router, go: (to: string) => act(async () => await router.navigate({ to: to as never })) }
}

function offline(): OrdersNet {
  const net = new OrdersNet(placedOrder())
  net.trouble = () => 'offline'
  return net
}

const lines = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('[data-current-orders] a')].map((one) => [
    one.textContent.replace(/ \(.*\)$/, ''),
    one.getAttribute('href'),
  ])
const says = (...expected: [string | RegExp, string][]) =>
  until(() =>
    expect(lines()).toEqual(
      expected.map(([words, to]) => [typeof words === 'string' ? words : expect.stringMatching(words), to]),
    ),
  )
/** Waits until the device's database has been read, and checks that no order is named. */
const saysNothing = () =>
  until(() => expect([document.querySelectorAll('[role=status]').length > 1, lines()]).toEqual([true, []]))

/** Every screen of the portal, from the routes themselves, so that a new one is included. */
const portalRouter = createPortalRouter(
  { queryClient: new QueryClient(), portal: {} as Portal },
  { basepath: '/', history: createMemoryHistory() },
)
const screens = Object.keys(portalRouter.routesByPath).map((path) => path.replaceAll(/\$\w+/g, 'x'))
const staffPages = ['/kitchen', '/admin']

describe('an order in progress', () => {
  it('is named on every screen, with the way to it, on a device without a network', async () => {
    const db = await openStore()
    // Ready now, because an hour from now may be tomorrow.
    await place(db, readyIn(0))
    const { go } = await open(db, '/')
    expect(screens.length).toBeGreaterThan(40)
    // All screens except the confirmation, which is this order's own page.
    for (const path of screens.filter((one) => one !== '/ordersubmit' && !staffPages.includes(one))) {
      await go(path)
      await says([/^Your order B-1012, ready \d+:\d\d[ap]m$/, '/ticket/ticket-1'])
    }
  })

  it.each(staffPages)('does not lie over everybody’s orders, on %s', async (path) => {
    const db = await openStore()
    await place(db, readyIn(0))
    const { go } = await open(db, '/')
    await says([/B-1012/, '/ticket/ticket-1'])
    await go(path)
    await saysNothing()
    await go('/menus')
    await says([/B-1012/, '/ticket/ticket-1'])
  })

  it('is not shown twice on its own page', async () => {
    const db = await openStore()
    await place(db, readyIn(1))
    const { go } = await open(db, '/menus')
    await says([/B-1012/, '/ticket/ticket-1'])
    await go('/ticket/ticket-1')
    await saysNothing()
    await go('/ordersubmit')
    await saysNothing()
  })

  it.each([
    { status: 'Queued', words: /^Your order B-1012, ready / },
    { status: 'Submitted', words: /^Your order B-1012, ready / },
    { status: 'Preparing', words: /^Your order B-1012 is being made, ready / },
    { status: 'Ready', words: /^Your order B-1012 is ready$/ },
    { status: 'Cancelled', words: /^Your order B-1012 was canceled$/ },
    { status: 'With the courier', words: /^Your order B-1012: With the courier$/ },
  ])('says its status: $status', async ({ status, words }) => {
    const db = await openStore()
    await place(db, readyIn(1, { status }))
    await open(db, '/')
    await says([words, '/ticket/ticket-1'])
  })

  it('shows its day if that is not today, and a delivery is called delivery rather than ready', async () => {
    const date = addDays(localTime(Date.now(), zone).date, 3)
    const db = await openStore()
    await place(db, readyIn(1, { ready_date: date, use_delivery: true, use_curbside: false }))
    await open(db, '/')
    await says([/^Your order B-1012, delivery \w{3} \d+\/\d+, \d+:\d\d[ap]m$/, '/ticket/ticket-1'])
  })

  it.each([
    { what: 'was handed over', ticket: () => readyIn(0, { status: 'Completed' }), hoursAgo: 0 },
    { what: 'was due seven hours ago', ticket: () => readyIn(-7), hoursAgo: 9 },
    {
      what: 'bears no time and was placed seven hours ago',
      ticket: () => placedOrder({ history: [] }),
      hoursAgo: 7,
    },
  ])('does not matter any more when it $what', async ({ ticket, hoursAgo }) => {
    const db = await openStore()
    await place(db, ticket(), hoursAgo)
    await open(db, '/')
    await saysNothing()
  })

  it('can be hidden, and comes back when it stands elsewhere', async () => {
    const db = await openStore()
    await place(db, readyIn(1))
    const net = offline()
    const { go } = await open(db, '/', net)
    await says([/B-1012/, '/ticket/ticket-1'])
    const hide = find('button', 'Hide order B-1012')
    hide.focus()
    await press(hide)
    await saysNothing()
    expect(document.activeElement?.id).toBe('screen')
    await go('/menus')
    await saysNothing()
    await act(
      async () => await db.placedOrders.update('ticket-1', { ticket: readyIn(1, { status: 'Ready' }) }),
    )
    await says(['Your order B-1012 is ready', '/ticket/ticket-1'])
  })

  it.each([
    { as: 'unknown', trouble: () => said(404, 'We could not find this order.', 'not_found') },
    {
      as: 'one that was not placed',
      trouble: () => ({ status: 200, json: { ticket_order: readyIn(1, { status: 'Open' }) } }),
    },
  ])('that the restaurant has lost, and answers as $as, is not promised', async ({ trouble }) => {
    const db = await openStore()
    await place(db, readyIn(1))
    const net = new OrdersNet(readyIn(1))
    net.trouble = trouble
    await open(db, '/', net)
    await says(['The restaurant can’t find your order B-1012', '/ticket/ticket-1'])
    await press(find('button', 'Hide order B-1012'))
    await saysNothing()
  })

  it('is asked about when the portal is opened, and told as it is now', async () => {
    const db = await openStore()
    await place(db, readyIn(1))
    const net = new OrdersNet(readyIn(1, { status: 'Cancelled' }))
    await open(db, '/', net)
    await says(['Your order B-1012 was canceled', '/ticket/ticket-1'])
  })
})

describe('an order that a member placed on another device', () => {
  const ada = 'ada'
  const openStoreOf = async (): Promise<LarderDatabase> => {
    const db = await openStore()
    await db.sessions.put({
      locationId: who.locationId,
      principal: ada,
      email: 'ada@example.com',
      token: 'token',
      refreshToken: 'refresh',
      expiresAt: Date.now() + hour,
      signedInAt: Date.now(),
    })
    return db
  }

  it('is shown on every screen when the portal opens', async () => {
    const db = await openStoreOf()
    const net = new OrdersNet(readyIn(1))
    net.awaited = [readyIn(1)]
    const { go } = await open(db, '/', net, ada)
    await says([/^Your order B-1012, ready /, '/ticket/ticket-1'])
    await go('/menus')
    await says([/^Your order B-1012, ready /, '/ticket/ticket-1'])
  })

  it('is there without a signal, once it was told of, and can be hidden', async () => {
    const db = await openStoreOf()
    await savePlaced(db, { ...who, principal: ada }, readyIn(1), Date.now(), { isAwaited: true })
    await open(db, '/', offline(), ada)
    await says([/^Your order B-1012, ready /, '/ticket/ticket-1'])
    await press(find('button', 'Hide order B-1012'))
    await saysNothing()
  })

  it('is not requested for a guest', async () => {
    const net = new OrdersNet(readyIn(1))
    await open(await openStore(), '/', net)
    await saysNothing()
    expect(net.callsOf('/ticketorder/open')).toEqual([])
  })

  it('is not shown if the API has no such call, without an error', async () => {
    const db = await openStoreOf()
    await db.placedOrders.put({
      ...who,
      principal: ada,
      ticketId: 'ticket-1',
      placedAt: Date.now(),
      ticket: readyIn(1),
    })
    const net = new OrdersNet(readyIn(1, { status: 'Ready' }))
    net.trouble = (path) =>
      path === '/ticketorder/open'
        ? { status: 404, json: { errors: [], message: 'No such thing.' } }
        : undefined
    await open(db, '/', net, ada)
    await says(['Your order B-1012 is ready', '/ticket/ticket-1'])
    expect(net.callsOf('/ticketorder/open')).not.toEqual([])
  })

  it('that was only looked at here, by its link, is nothing that is waited for', async () => {
    const db = await openStoreOf()
    const net = new OrdersNet(readyIn(1))
    await savePlaced(db, { ...who, principal: ada }, readyIn(1), Date.now())
    await open(db, '/', net, ada)
    await saysNothing()
  })
})

describe('a payment whose outcome is not known', () => {
  it('is shown on every screen but the one that is checking it', async () => {
    const db = await openStore()
    await db.tickets.put(ticketRow({ ...who, snapshot: snapshotOf() }))
    await addAttempt(db, attempt())
    const { go } = await open(db, '/')
    await says(['We are checking your payment for your order…', '/ordercheckout'])
    await go('/ordercheckout')
    await saysNothing()
  })

  it('becomes the order, when the restaurant has it', async () => {
    const db = await openStore()
    await db.tickets.put(ticketRow({ ...who, snapshot: snapshotOf() }))
    await addAttempt(db, attempt())
    await open(db, '/', new OrdersNet(readyIn(1)))
    await says([/^Your order B-1012, ready /, '/ticket/ticket-1'])
  })

  it('is shown for gift cards and posted cards, too', async () => {
    const db = await openStore()
    const row = { ...who, kind: 'checkout' as const, sent: true, createdAt: 1 }
    await db.cardOrders.put({
      ...who,
      orderId: 'card-order',
      type: 'SendEmail',
      snapshot: {} as never,
      step: 1,
      typed: {},
      updatedAt: 1,
    })
    await addAttempt(db, {
      ...row,
      key: 'a',
      payable: 'card-order',
      payableId: 'card-order',
      serverId: 'card-order',
      body: {} as never,
    })
    await addAttempt(db, {
      ...row,
      key: 'b',
      payable: 'posted-order',
      payableId: 'post',
      serverId: 'post',
      body: {} as never,
    })
    await open(db, '/menus')
    await says(
      ['We are checking your payment for a gift card…', '/mycards/send/SendEmail/0'],
      ['We are checking your payment for the cards by mail…', '/checkout'],
    )
  })
})

describe('an order that is paid and not placed', () => {
  it('is shown, with a link to place it', async () => {
    const db = await openStore()
    await db.tickets.put(ticketRow({ ...who, snapshot: snapshotOf({ status: 'PaymentComplete' }) }))
    const { go } = await open(db, '/')
    await says(['Your order is paid but not placed yet', '/ordercheckout'])
    await go('/ordercart')
    await saysNothing()
  })
})
