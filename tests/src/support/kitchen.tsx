import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { KitchenOrder, KitchenPause, OrderPauseBody, SoldOutBody } from '#contract/schemas/kitchen.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'
import { snapshotOf } from './snapshots.ts'
import { staffPortal } from './staff-portal.ts'

/** The staff's page with a kitchen whose state a test can read and change. */
export class KitchenNet implements Net {
  isOn = true
  /** The server's disk. */
  isFull = false
  pause: KitchenPause | undefined
  orders: KitchenOrder[] = []
  soldOut: SoldOut[] | undefined = []
  /** As the API does for three hours. */
  keepsCancelled = false
  calls: (Pick<NetRequest, 'method' | 'url'> & {
    body: unknown
    key: string | undefined
    bearer?: string | undefined
  })[] = []
  /** The fault that the next calls meet instead of an answer. */
  trouble: 'offline' | 'not sent' | 'answer lost' | 'signed out' | 'moved meanwhile' | undefined

  /** Awaited before a change reaches the server. */
  before: (() => Promise<void>) | undefined

  async send({ method, url, headers, body }: NetRequest) {
    if (method !== 'GET') await this.before?.()
    const sent = body === undefined ? undefined : (JSON.parse(body) as { is_on?: boolean; status?: string })
    this.calls.push({
      method,
      url,
      body: sent,
      key: headers['idempotency-key'],
      bearer: headers['authorization'],
    })
    if (this.trouble === 'signed out') return signedOut()
    if (this.trouble === 'moved meanwhile' && method === 'PUT') return movedMeanwhile()
    if (this.trouble === 'offline') throw new AppError('offline', 'no answer')
    if (this.trouble === 'not sent') throw new AppError('offline', 'no answer', { unsent: true })
    if (sent?.is_on !== undefined) this.isOn = sent.is_on
    if (url.endsWith('/kitchen/pause')) this.#pause(sent as OrderPauseBody)
    if (url.endsWith('/kitchen/sold-out')) this.#sellOut(sent as SoldOutBody)
    const id = /orders\/([^/]+)$/.exec(url)?.[1]
    if (id !== undefined) this.#move(id, sent?.status ?? '')
    if (this.trouble === 'answer lost' && method !== 'GET') throw new AppError('offline', 'no answer')
    const header = (name: string): string | null => (name === 'content-type' ? 'application/json' : null)
    return {
      status: 200,
      header,
      text: JSON.stringify({
        is_on: this.isOn,
        ...(this.isFull && { is_full: true }),
        pause: this.pause,
        sold_out: this.soldOut,
        orders: this.orders,
      }),
    }
  }

  #pause({ length, reason, tells_reason: tellsGuests = false }: OrderPauseBody): void {
    const minutes = length === 'day' ? 300 : Number(length)
    this.pause =
      length === 'none'
        ? undefined
        : {
            until: new Date(Date.now() + minutes * 60_000).toISOString(),
            reason,
            tells_reason: tellsGuests,
            ...(length === 'day' && { rest_of_day: true }),
          }
  }

  #sellOut({ item_id, length }: SoldOutBody): void {
    const others = (this.soldOut ?? []).filter((one) => one.item_id !== item_id)
    const until = new Date(Date.now() + 60 * 60_000).toISOString()
    this.soldOut = length === 'none' ? others : [...others, { item_id, ...(length === 'day' && { until }) }]
  }

  #move(id: string, status: string): void {
    const moved = this.orders.map((order) => (order.id === id ? { ...order, status } : order))
    this.orders = this.keepsCancelled ? moved : moved.filter((order) => order.status !== 'Cancelled')
  }
}

const problem = (status: number, code: string, message: string) => ({
  status,
  header: (name: string): string | null => (name === 'content-type' ? 'application/json' : null),
  text: JSON.stringify({ errors: [], message, code }),
})

/** The API's answer to a token that is no longer valid. */
const signedOut = () => problem(401, 'unauthorized', 'Please sign in to continue.')

/** The API's answer to a move from a status that the order no longer has. */
const movedMeanwhile = () =>
  problem(
    409,
    'changed_meanwhile',
    'Order B-1001 was already updated to “ready” on another screen. Nothing was changed.',
  )

/** A placed curbside order. */
export const kitchenOrder = (name: string, changes: Partial<KitchenOrder> = {}): KitchenOrder => ({
  ...snapshotOf(),
  id: name.toLowerCase(),
  name,
  status: 'Submitted',
  use_curbside: true,
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_phone: '2125550147',
  history: [{ status: 'Submitted', at: '2026-11-20T23:00:00Z', display: '6:00pm' }],
  ...changes,
})

/** `/kitchen` for a person with this role. */
export function kitchenPage(net: Net, role = 'owner', book?: MenuBook, client = createQueryClient()) {
  const portal = staffPortal(net, role, client, book)
  return (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        <KitchenScreen />
      </QueryClientProvider>
    </PortalContext>
  )
}

/** `/kitchen` on a device whose person signs in and out: `session` says who is signed in, nobody at first. */
export function kitchenDevice(net: Net, role = 'owner') {
  const client = createQueryClient()
  const portal = staffPortal(net, role, client)
  const session = createSessionStore()
  session.set({ state: 'guest' })
  const router = createRouter({
    routeTree: createRootRoute({ component: KitchenScreen }),
    history: createMemoryHistory({ initialEntries: ['/kitchen'] }),
  })
  const principal = (): string => {
    const now = session.get()
    return now.state === 'user' ? now.principal : 'guest'
  }
  const load = async () => ({ ...(await portal.load()), principal })
  const page = (
    <PortalContext value={{ ...portal, session, load }}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return { page, session }
}
