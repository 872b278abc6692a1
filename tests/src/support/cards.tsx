import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { Card } from '#contract/schemas/card.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { openDatabase } from '#db/database.ts'
import { saveLocation } from '#db/locations.ts'
import { createApi } from '#lib/api/client.ts'
import type { Net, NetRequest } from '#lib/api/net.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { type Portal, PortalContext } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import { readCards } from '#lib/query/read-account.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { CardScreen } from '#features/cards/screens/card-screen.tsx'
import { CounterScreen } from '#features/cards/screens/counter-screen.tsx'
import { CheckScreen } from '#features/cards/screens/check-screen.tsx'
import { GiftScreen } from '#features/cards/screens/gift-screen.tsx'
import { ImportedScreen } from '#features/cards/screens/imported-screen.tsx'
import { ImportScreen } from '#features/cards/screens/import-screen.tsx'
import { MyCardsScreen } from '#features/cards/screens/my-cards-screen.tsx'
import { card } from './account.ts'
import { newDatabaseName } from './device.ts'
import { changesOf } from './effects.ts'
import { location } from './merchant-data.ts'

type Said = { status: number; json: unknown } | 'offline'

export const problem = (message: string, code = 'bad_request', field?: string): Said => ({
  status: 422,
  json: { message, code, errors: [{ message, ...(field && { field }) }] },
})

/** A small restaurant with gift cards, as the network answers: a test can read and change its state. */
export class CardsNet implements Net {
  cards: Card[] = [card()]
  transactions: Transaction[] = []
  calls: { method: string; path: string; body: unknown; key: string | undefined }[] = []
  /** Answers the next call of a path in the server's place, or cuts it. */
  trouble: ((path: string) => Said | undefined) | undefined

  async send({ method, url, headers, body }: NetRequest) {
    const { pathname } = new URL(url, 'https://bella.example')
    const path = pathname.replace('/api/location/tavola-nyc', '')
    this.calls.push({
      method,
      path,
      body: body === undefined ? undefined : JSON.parse(body),
      key: headers['idempotency-key'],
    })
    const trouble = this.trouble?.(path)
    if (trouble === 'offline') throw new AppError('offline', 'no answer')
    const { status, json } = trouble ?? { status: 200, json: this.#answer(path) }
    return {
      status,
      header: (name: string) => (name === 'content-type' ? 'application/json' : null),
      text: JSON.stringify(json),
    }
  }

  callsOf = (path: string) => this.calls.filter((call) => call.path.startsWith(path))

  #answer(path: string): unknown {
    if (path === '/cards') return { cards: this.cards }
    if (path === '/card/import')
      return {
        card: { id: 'card-1' },
        success_message: { header: 'Gift card added', message: 'It is in your account now.' },
      }
    if (path.startsWith('/physicalcard/checkbalance'))
      return { card: { card_number: '6006495555550004', balance: 4000, status: 'active' } }
    return { card: this.cards[0], transactions: this.transactions }
  }
}

const all: Settings['cards'] = {
  digital: { enable: true, card_management: { buy_card: true, import_card: true, reload_card: true } },
  physical: { enable: true, check_card_balance: true },
}

/** The gift card screens, as a member sees them at an address. */
export async function cardsPage(
  net: CardsNet,
  at: string,
  {
    cards = all,
    extensions = ['post_aliases'],
    my_gifts,
  }: Pick<Settings, 'cards' | 'my_gifts'> & { extensions?: string[] } = {},
) {
  const who = { locationId: 'tavola-nyc', principal: 'ada' }
  const place = location()
  const copy = {
    location: {
      ...place,
      settings: { ...place.settings, cards, ...(my_gifts && { my_gifts }) },
      api_extensions: extensions,
    },
    configurations: [],
    announcements: [],
  }
  const db = await openDatabase(newDatabaseName())
  await db.sessions.put({
    ...who,
    token: 't',
    refreshToken: 'r',
    expiresAt: 9,
    email: 'ada@example.com',
    signedInAt: 1,
  })
  await saveLocation(db, { locationId: who.locationId, copy, etags: {}, savedAt: 1 })
  const session = createSessionStore()
  session.set({ state: 'user', principal: who.principal, email: 'ada@example.com' })
  const client = createQueryClient()
  const api = createApi({ net, base: '/api', locationId: who.locationId, onChange: changesOf(client) })
  const clock = { now: () => Date.now() }
  let keys = 0
  const services = {
    db,
    api,
    clock,
    locationId: who.locationId,
    ids: { uuid: () => `key-${++keys}`, secret: () => '' },
    principal: () => who.principal,
    readLocation: async () => ({ value: copy, savedAt: 1 }),
    readCards: (show: Parameters<Services['readCards']>[0]) => readCards({ db, api, clock, ...who }, show),
  } as Partial<Services> as Services
  const facts = { host: { locationId: who.locationId }, verification: { provider: 'embedded' } }
  const portal = { facts, load: async () => services, session } as unknown as Portal
  const root = createRootRoute()
  const screen = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([
    screen('/mycards', () => <MyCardsScreen />),
    screen('/login', () => <h1>Sign in</h1>),
    screen('/mycards/counter', () => <p>At the counter</p>),
    screen('/mycards/counter/card-1', () => <CounterScreen cardId="card-1" />),
    screen('/mycards/check', () => <CheckScreen />),
    screen('/mycards/import', () => <ImportScreen />),
    screen('/mycards/card-1/view', () => <CardScreen cardId="card-1" />),
    screen('/gift/card-1', () => <GiftScreen cardId="card-1" />),
    screen('/mycards/card-1/import', () => <ImportedScreen cardId="card-1" />),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  const page = (
    <PortalContext value={portal}>
      <QueryClientProvider client={client}>
        {/* The test has a route tree of its own; the router's types describe the portal's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>
  )
  return { page, router, db, session }
}
