import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import type { HostConfiguration, Settings } from '#contract/schemas/location.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import type { User } from '#contract/schemas/user.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore, type TicketStore } from '#lib/query/ticket-store.ts'
import { allOn } from './all-on.ts'
import { changesOf } from './effects.ts'
import { location } from './merchant-data.ts'

/** The restaurant's own pages on a device whose data the test chooses. */

export function siteCopy(
  changes: Partial<LocationCopy> & { settings?: Partial<Settings> } = {},
): LocationCopy {
  const { settings, ...rest } = changes
  return {
    location: location({ settings: { consumer_application_settings: {}, ...allOn, ...settings } }),
    configurations: [],
    announcements: [],
    ...rest,
  }
}

const dish = (menu: string, category: string, name: string, cents: number): MenuItem => ({
  id: name,
  external_id: name.toLowerCase(),
  external_menu_id: menu,
  external_menu_category_id: category,
  omnivore_id: name,
  name,
  description: `${name}, as we like it.`,
  images: [],
  vegan: false,
  gluten_free: false,
  omnivore: { price_per_unit: cents },
  custom_options: [],
  additional_items: [],
})

/** A book of this many menus, each with this many categories of one dish. */
export const bookOf = (menus: number, categories: number): MenuBook => ({
  menus: Array.from({ length: menus }, (_, m) => ({
    id: `m${m + 1}`,
    external_id: `menu-${m + 1}`,
    name: `Menu ${m + 1}`,
    description: '',
    image: null,
    categories: Array.from({ length: categories }, (__, c) => ({
      id: `m${m + 1}c${c + 1}`,
      external_id: `part-${c + 1}`,
      external_menu_id: `menu-${m + 1}`,
      name: `Part ${c + 1}`,
      description: '',
      image: null,
      items: [dish(`menu-${m + 1}`, `part-${c + 1}`, `Dish ${m + 1}.${c + 1}`, 100 * (m + 1) + c + 1)],
    })),
  })),
})

export type SiteOptions = {
  copy?: LocationCopy | undefined
  book?: MenuBook
  user?: User
  net?: Net
  at?: string
  maps?: { googleKey: string }
  /** Replaces `copy`. */
  readLocation?: (show: (copy: Aged<LocationCopy>) => void) => Promise<unknown>
  /** From the host's own configuration file. */
  host?: Partial<HostConfiguration>
  /** More services that the screens use. */
  services?: Partial<Services>
  /** Replaces the default, a device whose order has not been read yet. */
  tickets?: TicketStore
}

/**
 * Some of the portal's screens at an address; any other address shows its own path. `copy: undefined` is a device without
 * stored data and without a network.
 */
export function sitePage(screens: Record<string, FunctionComponent>, options: SiteOptions = {}) {
  const { book = bookOf(1, 1), user, net, at = '/', maps } = options
  const copy = 'copy' in options ? options.copy : siteCopy()
  const session = createSessionStore()
  session.set(user ? { state: 'user', principal: 'ada', email: user.email } : { state: 'guest' })
  const offline = async (): Promise<never> => await Promise.reject(new AppError('offline', 'no answer'))
  let keys = 0
  const client = createQueryClient()
  const services = {
    clock: { now: () => Date.now() },
    locationId: 'tavola-nyc',
    principal: () => 'ada',
    inMemory: new Promise(() => undefined),
    ids: { uuid: () => `key-${++keys}`, secret: () => '' },
    readLocation: options.readLocation ?? (copy ? async () => ({ value: copy, savedAt: 1 }) : offline),
    readBook: copy ? async () => ({ value: book, savedAt: 1 }) : offline,
    readUser: user
      ? async () => ({ value: user, savedAt: 1, etag: undefined, waiting: false, refusal: [] })
      : offline,
    ...(net && {
      api: createApi({ net, base: '/api', locationId: 'tavola-nyc', onChange: changesOf(client) }),
    }),
    ...options.services,
  } as Partial<Services> as Services
  const facts = {
    host: {
      locationId: 'tavola-nyc',
      top_bar_style: 'left',
      backgroundImage: '',
      ...options.host,
      theme: { dishes: 'cards', shape: { edge: 'border' } },
    },
  }
  const portal = {
    facts: { ...facts, label: 'tavola', verification: { provider: 'embedded' }, maps },
    load: async () => services,
    session,
    tickets: options.tickets ?? createTicketStore(),
  } as unknown as Portal
  const root = createRootRoute()
  const routes = Object.entries(screens).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <p>somewhere else</p>,
  })
  const router = createRouter({
    routeTree: root.addChildren([...routes, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  const page = (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return { page, router, client, session }
}
