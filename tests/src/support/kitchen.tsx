import { QueryClientProvider } from '@tanstack/react-query'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'
import { snapshotOf } from './snapshots.ts'

/** The staff's page over a kitchen that a test can look into. */
export class KitchenNet implements Net {
  isOn = true
  orders: TicketOrder[] = []
  calls: (Pick<NetRequest, 'method' | 'url'> & { body: unknown; key: string | undefined })[] = []
  /** What the next calls meet instead of an answer. */
  trouble: 'offline' | undefined

  async send({ method, url, headers, body }: NetRequest) {
    const sent = body === undefined ? undefined : (JSON.parse(body) as { is_on?: boolean; status?: string })
    this.calls.push({ method, url, body: sent, key: headers['idempotency-key'] })
    if (this.trouble) throw new AppError('offline', 'no answer')
    if (sent?.is_on !== undefined) this.isOn = sent.is_on
    const id = /orders\/(.+)$/.exec(url)?.[1]
    if (id !== undefined) this.#move(id, sent?.status ?? '')
    const header = (name: string): string | null => (name === 'content-type' ? 'application/json' : null)
    return { status: 200, header, text: JSON.stringify({ is_on: this.isOn, orders: this.orders }) }
  }

  #move(id: string, status: string): void {
    const moved = this.orders.map((order) => (order.id === id ? { ...order, status } : order))
    this.orders = moved.filter((order) => order.status !== 'Cancelled')
  }
}

/** A placed order for the curb. */
export const kitchenOrder = (name: string, changes: Partial<TicketOrder> = {}): TicketOrder => ({
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

let lastId = 0

/** `/kitchen` as somebody with this role sees it. */
export function kitchenPage(net: Net, role = 'administrator') {
  const session = createSessionStore()
  session.set({ state: 'user', principal: 'p1', email: 'admin@larder.test' })
  const user = { value: { role } as User, savedAt: 0, etag: undefined, waiting: false, refusal: [] }
  const copy = {
    value: {
      location: { time_zone: 'America/New_York' },
      configurations: [],
      announcements: [],
    } as unknown as LocationCopy,
    savedAt: 0,
  }
  const services = {
    api: createApi({ net, base: '/api', locationId: 'bella-nyc' }),
    ids: { uuid: () => `key-${++lastId}`, secret: () => '' },
    principal: () => 'p1',
    readUser: async () => user,
    readLocation: async () => copy,
  } as Partial<Services> as Services
  const portal = {
    facts: { host: { locationId: 'bella-nyc' } },
    load: async () => services,
    session,
  } as unknown as Portal
  return (
    <PortalContext value={portal}>
      <QueryClientProvider client={createQueryClient()}>
        <KitchenScreen />
      </QueryClientProvider>
    </PortalContext>
  )
}
