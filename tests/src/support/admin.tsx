import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { AppActivity, DeviceApp, MasterApp, MasterAppBody } from '#contract/schemas/admin.ts'
import type { FailedRefund } from '#contract/schemas/failed-refund.ts'
import type { PolicyReport } from '#contract/schemas/privacy.ts'
import type { FoundOrdersAnswer, StaffOrder } from '#contract/schemas/staff-order.ts'
import type { FoundCardsAnswer, StaffCard, StaffCardOrder } from '#contract/schemas/staff-card.ts'
import type { SecurityAnswer } from '#contract/schemas/second-factor.ts'
import type { StaffAct, StaffPerson, Tablet } from '#contract/schemas/staff.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import { StepUpBoundary } from '#lib/second-factor/step-up-boundary.tsx'
import { AdminScreen } from '#features/admin/screens/admin-screen.tsx'
import { staffPortal } from './staff-portal.ts'

/** A small restaurant for the administration screens, as the network answers: a test can read and change its state. */
export class AdminNet implements Net {
  /** The proofs that a step-up can use. */
  proofs: readonly string[] = ['password']
  apps: MasterApp[] = [app('till', 'Till', 'Takes orders at the counter'), app('kiosk', 'Kiosk', '')]
  installed: DeviceApp[] = [
    {
      id: 'till-1',
      app_id: 'till',
      name: 'Till',
      version: '2.1',
      status: 'running',
      installed_at: '2026-10-01T12:00:00Z',
      last_seen_at: '2026-11-20T23:30:00Z',
    },
  ]
  tablets: Tablet[] = [
    {
      id: 't1',
      name: 'Pass',
      signed_in_at: '2026-11-20T23:00:00Z',
      last_seen_at: '2026-11-20T23:30:00Z',
    },
  ]
  people: StaffPerson[] = [
    {
      id: 'u1',
      name: 'Ines Carvalho',
      email: 'admin@larder.test',
      role: 'owner',
      is_invited: false,
      is_self: true,
    },
    {
      id: 'u2',
      name: 'Coco Herb',
      email: 'cook@example.com',
      role: 'kitchen',
      is_invited: true,
      is_self: false,
    },
  ]
  acts: StaffAct[] = []
  found: FoundCardsAnswer = { cards: [], orders: [] }
  card: StaffCard | undefined
  /** The changes that a staff act makes to the card. */
  acted: Partial<StaffCard> = {}
  cardOrder: StaffCardOrder | undefined
  failedRefunds: FailedRefund[] = []
  policyReports: PolicyReport[] = []
  foundOrders: FoundOrdersAnswer = { orders: [] }
  order: StaffOrder | undefined
  /** The order after a refund. */
  refunded: StaffOrder | undefined
  security: SecurityAnswer = { passkeys: [], recovery_codes_left: 0, is_required: false }
  activities: AppActivity[] = Array.from({ length: 45 }, (_, at) => ({
    id: `a${at}`,
    type: at % 3 === 0 ? 'scan' : 'print',
    detail: `Event ${at}`,
    created_at: new Date(Date.UTC(2026, 10, 1, 12, at)).toISOString(),
  }))
  calls: (Pick<NetRequest, 'method' | 'url'> & { body: unknown; key: string | undefined })[] = []
  /** Answers the next calls in the server's place, or cuts them. */
  trouble: (() => { status: number; json: unknown } | 'offline' | undefined) | undefined

  async send({ method, url, headers, body }: NetRequest) {
    // The number of failed refunds is shown beside their tab and requested on every view: those calls are not recorded.
    const isCount = method === 'GET' && url === '/api/staff/failed-refunds'
    if (!isCount)
      this.calls.push({
        method,
        url,
        body: body === undefined ? undefined : JSON.parse(body),
        key: headers['idempotency-key'],
      })
    const trouble = this.trouble?.()
    if (trouble === 'offline') throw new AppError('offline', 'no answer')
    const { status, json } = trouble ?? { status: 200, json: this.#answer(method, url, body) }
    const header = (name: string): string | null =>
      name === 'content-type' ? 'application/json' : name === 'x-request-id' ? 'req-7' : null
    return { status, header, text: JSON.stringify(json) }
  }

  #answer(method: string, url: string, body: string | undefined): unknown {
    const { pathname, searchParams } = new URL(url, 'https://bella.example')
    const device = { id: 'counter', name: 'Counter tablet' }
    if (pathname === '/api/staff/tablets' && method === 'POST')
      return { code: '12345678', tablet: { id: 't2', name: 'Grill', code_ends_at: '2026-11-20T23:10:00Z' } }
    if (pathname === '/api/user/stepup/begin')
      return { challenge: 'challenge-of-16-letters', ways: this.proofs }
    if (pathname === '/api/user/stepup') return {}
    if (pathname === '/api/user/security/app/begin')
      return { challenge: 'challenge-of-16-letters', secret: 'ABCDEFGHIJKL', uri: 'otpauth://totp/x' }
    if (pathname === '/api/user/security/recoverycodes') return { codes: ['11111-22222', '33333-44444'] }
    if (pathname.startsWith('/api/user/security')) return this.security
    if (pathname.startsWith('/api/staff/tablets'))
      return { tablets: method === 'DELETE' ? [] : this.tablets, unused_days: 30 }
    if (pathname.startsWith('/api/staff/failed-refunds')) {
      // Marks the failed refund as handled.
      if (method === 'POST')
        this.failedRefunds = this.failedRefunds.filter(({ id }) => !pathname.includes(id))
      return { refunds: this.failedRefunds }
    }
    if (pathname === '/api/staff/orders/find') return this.foundOrders
    if (pathname.startsWith('/api/staff/orders/')) return { order: this.order }
    if (pathname.endsWith('/refund') && pathname.includes('/kitchen/orders/')) {
      this.order = this.refunded ?? this.order
      return { is_on: true, orders: [] }
    }
    if (pathname === '/api/staff/cards/find') return this.found
    if (pathname.startsWith('/api/staff/cards/')) {
      if (method === 'POST') this.card = { ...this.card!, ...this.acted }
      return { card: this.card }
    }
    if (pathname.startsWith('/api/staff/card-orders/')) return { order: this.cardOrder }
    if (pathname.startsWith('/api/staff/people')) return this.#people(searchParams)
    if (pathname === '/api/staff/acts') return { acts: this.acts, page: 1, pages: 1 }
    if (pathname === '/api/admin/user/invite') return { status: 'The invitation is on its way.' }
    if (pathname === '/api/admin/policyreports') return { reports: this.policyReports }
    if (pathname === '/api/admin/apps') return { apps: this.apps }
    if (pathname.endsWith('/apps')) return { device, apps: this.installed }
    if (pathname.endsWith('/activities')) return this.#page(searchParams)
    if (pathname.startsWith('/api/admin/device/')) return { device, app: this.installed[0] }
    return {
      app:
        method === 'GET'
          ? this.#find(pathname)
          : this.#save(method, pathname, JSON.parse(body ?? '{}') as MasterAppBody),
    }
  }

  #people(query: URLSearchParams) {
    const found = this.people.filter(({ name, email }) =>
      `${name} ${email}`.toLowerCase().includes((query.get('search') ?? '').toLowerCase()),
    )
    const page = Number(query.get('page') ?? '1')
    const people = found.slice((page - 1) * 50, page * 50)
    return { people, page, pages: Math.max(1, Math.ceil(found.length / 50)), total: found.length }
  }

  #find = (pathname: string): MasterApp | undefined => this.apps.find(({ id }) => pathname.endsWith(`/${id}`))

  #save(method: string, pathname: string, body: MasterAppBody): MasterApp {
    const saved = {
      ...(method === 'PUT' ? this.#find(pathname)! : app(`app-${this.apps.length}`, body.name, '')),
      ...body,
    }
    this.apps = [...this.apps.filter(({ id }) => id !== saved.id), saved]
    return saved
  }

  #page(query: URLSearchParams) {
    const { type } = JSON.parse(query.get('filters') ?? '{}') as { type?: string }
    const all = this.activities.filter((one) => type === undefined || one.type === type)
    if (query.get('sort_order') === 'desc') all.reverse()
    const page = Number(query.get('page'))
    return {
      activities: all.slice((page - 1) * 20, page * 20),
      page,
      pages: Math.ceil(all.length / 20),
      total: all.length,
    }
  }
}

const app = (id: string, name: string, description: string): MasterApp => ({
  id,
  name,
  description,
  platform: 'android',
  version: '2.1',
  active: true,
  created_at: '2026-10-01T12:00:00Z',
  updated_at: '2026-11-20T23:30:00Z',
})

/** The screen as its route renders it (routes/_kit/_user/admin.lazy.tsx). */
const AdminRoom = () => (
  <StepUpBoundary>
    <AdminScreen />
  </StepUpBoundary>
)

/** `/admin` for a person with this role. */
export function adminPage(net: Net, { role = 'owner', at = '/admin' }: { role?: string; at?: string } = {}) {
  const client = createQueryClient()
  const portal = staffPortal(net, role, client)
  const root = createRootRoute()
  const kit = createRoute({ getParentRoute: () => root, id: '_kit', component: Outlet })
  const member = createRoute({ getParentRoute: () => kit, id: '_user', component: Outlet })
  const admin = createRoute({ getParentRoute: () => member, path: '/admin', component: AdminRoom })
  const routeTree = root.addChildren([kit.addChildren([member.addChildren([admin])])])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  const page = (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return { page, router }
}
