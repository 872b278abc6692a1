import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { act } from 'react'
import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Location, OrderPause, Settings, SoldOut } from '#contract/schemas/location.ts'
import type {
  BookCategory,
  BookMenu,
  ChecklistEntry,
  Choice,
  ChoiceValue,
  MenuBook,
  MenuItem,
  MenuMode,
  Section,
} from '#contract/schemas/menu.ts'
import type { TicketChange } from '#db/outbox.ts'
import type { WatchedTicket } from '#db/observe.ts'
import { CategoryScreen } from '#features/menus/screens/category-screen.tsx'
import { ItemScreen } from '#features/menus/screens/item-screen.tsx'
import { MenuScreen } from '#features/menus/screens/menu-screen.tsx'
import { MenusScreen } from '#features/menus/screens/menus-screen.tsx'
import { ReadOnlyScreen } from '#features/menus/screens/read-only-screen.tsx'
import { OrderCategoryScreen } from '#features/ordering/screens/order-category-screen.tsx'
import { OrderItemScreen } from '#features/ordering/screens/order-item-screen.tsx'
import { OrderScreen } from '#features/ordering/screens/order-screen.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { mergeIntoLine } from '#lib/sync/merge-into-line.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { waitingRows } from './changes.ts'
import { location } from './merchant-data.ts'

/** Menus as a test writes them, and their screens at an address. */

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const dish = (name: string, changes: Partial<MenuItem> = {}): MenuItem => ({
  id: slug(name),
  external_id: slug(name),
  external_menu_id: '',
  external_menu_category_id: '',
  omnivore_id: `o-${slug(name)}`,
  name,
  description: '',
  images: [],
  vegan: false,
  gluten_free: false,
  omnivore: { price_per_unit: 1000 },
  custom_options: [],
  additional_items: [],
  ...changes,
})

export const value = (name: string, changes: Partial<ChoiceValue> = {}): ChoiceValue => ({
  id: slug(name),
  name,
  price: 0,
  default: false,
  omnivore_id: [slug(name)],
  sections: [],
  toggle: [],
  ...changes,
})

export const choice = (values: ChoiceValue[], required = true): Choice => ({ required, values })

export const entry = (name: string, changes: Partial<ChecklistEntry> = {}): ChecklistEntry => ({
  id: slug(name),
  name,
  price: 0,
  selected: false,
  type: 'modifier',
  toggle: [],
  selected_omnivore_id: [{ omnivore_id: slug(name), name }],
  unselected_omnivore_id: [{ omnivore_id: `no-${slug(name)}`, name: `No ${name}` }],
  ...changes,
})

export const section = (name: string, changes: Partial<Section> = {}): Section => ({
  name,
  customization: false,
  choices: [],
  checklist: [],
  ...changes,
})

export const category = (
  name: string,
  items: MenuItem[] = [],
  changes: Partial<BookCategory> = {},
): BookCategory => ({
  id: slug(name),
  external_id: slug(name),
  external_menu_id: '',
  name,
  description: '',
  image: null,
  items,
  ...changes,
})

/** A menu whose categories and dishes have their full ids. */
export const menu = (
  name: string,
  categories: BookCategory[] = [],
  changes: Partial<BookMenu> = {},
): BookMenu => {
  const external_menu_id = slug(name)
  const placed = categories.map((one) => ({
    ...one,
    external_menu_id,
    items: one.items.map((item) => ({
      ...item,
      external_menu_id,
      external_menu_category_id: one.external_id,
    })),
  }))
  return {
    id: external_menu_id,
    external_id: external_menu_id,
    name,
    description: '',
    image: null,
    categories: placed,
    ...changes,
  }
}

export const everythingOn: Pick<Settings, 'meals' | 'read_only_menu_non_pos'> = {
  meals: { online_orders: { enable: true }, read_only_menu: { enable: true } },
}

export type MenusPageOptions = {
  settings?: Partial<Settings>
  /** The restaurant's pause of orders. */
  pause?: OrderPause
  /** When the restaurant is open, and what its API offers. */
  house?: Pick<Location, 'hours' | 'api_extensions'>
  soldOut?: SoldOut[]
  configurations?: LocationCopy['configurations']
  /** The current book of a mode. Undefined: nothing is stored and there is no network; waiting: the answer never comes. */
  bookOf?: (mode: MenuMode) => MenuBook | undefined | 'waiting'
  look?: 'cards' | 'rows' | 'type'
}

const noTicket: WatchedTicket = {
  row: {
    draftId: 'draft',
    locationId: 'tavola-nyc',
    principal: 'guest',
    lineIds: {},
    refusals: [],
    updatedAt: 0,
  },
  pending: [],
  attempt: undefined,
}
const seen = ({ row, pending }: WatchedTicket) => viewTicket(row, pending, undefined)

/** The screens of menus and dishes for these menus, at an address. `recorded` has the changes that the guest's taps made. */
export function menusPage(menus: BookMenu[], at: string, options: MenusPageOptions = {}) {
  const { settings = everythingOn, configurations = [], bookOf = () => ({ menus }), look = 'cards' } = options
  const place = location()
  const copy: LocationCopy = {
    location: {
      ...place,
      ...options.house,
      settings: { ...place.settings, ...settings },
      sold_out: options.soldOut,
      order_pause: options.pause,
    },
    configurations,
    announcements: [],
  }
  const recorded: TicketChange[] = []
  let listener: (watched: WatchedTicket | undefined) => void = () => undefined
  let held = noTicket
  const tell = (changes: Partial<WatchedTicket>): void => {
    held = { ...held, ...changes }
    listener(held)
  }
  /** Sets the order stored on the device. Changes recorded later wait on top of it. */
  const setTicket = (watched: Partial<WatchedTicket>): Promise<void> => act(async () => tell(watched))
  let refusesToKeep = false
  const services = {
    clock: { now: () => Date.now() },
    readLocation: async () => ({ value: copy, savedAt: 1 }),
    async readBook(mode: MenuMode) {
      const book = bookOf(mode)
      if (book === 'waiting') return await new Promise<never>(() => undefined)
      if (!book) throw new AppError('offline', 'no answer')
      return { value: book, savedAt: 1 }
    },
    observeTicket: (next: typeof listener) => (listener = next),
    recordOneMore: (change: TicketChange) => services.record(mergeIntoLine(seen(held), change)),
    ids: { uuid: () => `line-${recorded.length + 1}`, secret: () => '' },
    async record(change: TicketChange) {
      if (refusesToKeep) throw new DOMException('full', 'QuotaExceededError')
      recorded.push(change)
      tell({ pending: waitingRows(...recorded) })
      return `op-${recorded.length}`
    },
  } as Partial<Services> as Services
  const tickets = createTicketStore()
  tickets.follow(services, () => undefined, viewTicket)
  listener(undefined)
  const facts = { host: { locationId: 'tavola-nyc', theme: { dishes: look } } }
  const portal = {
    facts,
    load: async () => services,
    session: createSessionStore(),
    tickets,
  } as unknown as Portal
  const { router, tree } = routerAt(at)
  const client = createQueryClient()
  const page = (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return { page, router, tree, client, recorded, setTicket, fillDevice: () => (refusesToKeep = true) }
}

type Params = { menuId: string; categoryId: string; itemId: string }

const usePlace = () => useParams({ strict: false }) as unknown as Params
const useWords = () => useSearch({ strict: false }) as unknown as { q?: string; line?: string }

function routerAt(at: string) {
  const root = createRootRoute()
  const screen = (path: string, component: () => React.JSX.Element) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
    })
  const tree = root.addChildren([
    screen('/menus', () => <MenusScreen q={useWords().q} />),
    screen('/menus/$menuId', () => <MenuScreen {...usePlace()} />),
    screen('/menus/$menuId/category/$categoryId', () => <CategoryScreen {...usePlace()} />),
    screen('/menus/$menuId/category/$categoryId/item/$itemId', () => <ItemScreen {...usePlace()} />),
    screen('/menu/readonly', () => <ReadOnlyScreen />),
    screen('/order', () => <OrderScreen q={useWords().q} />),
    screen('/order/$menuId', () => <OrderScreen {...usePlace()} />),
    screen('/order/$menuId/category/$categoryId', () => <OrderCategoryScreen {...usePlace()} />),
    screen('/order/$menuId/category/$categoryId/item/$itemId', () => (
      <OrderItemScreen {...usePlace()} lineId={useWords().line} />
    )),
    screen('/ordercart', () => <h1>Review order</h1>),
    screen('/ordercheckout', () => <h1>Checkout</h1>),
  ])
  return {
    tree,
    router: createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [at] }) }),
  }
}
