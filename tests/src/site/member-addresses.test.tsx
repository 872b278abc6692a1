// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import type { Settings } from '#contract/schemas/location.ts'
import type { Portal } from '#lib/query/portal-context.tsx'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { App, seedQueries } from '../../../src/launch/app.tsx'
import { createPortalRouter } from '../../../src/router.tsx'
import { leavePage, find, setMedia, show, until } from '../support/screen.tsx'
import { bookOf, siteCopy } from '../support/site.tsx'

/** What a guest finds at the members' addresses when the restaurant has switched the feature off. */

// The page says what else is offered by a file that it loads lazily. On a slow machine that would arrive during a later test, outside of its `act`.
beforeAll(() => import('#shared/offer-links/offer-links.tsx'))
beforeEach(() => {
  setMedia({})
})

function openPortal(settings: Partial<Settings>, at: string) {
  const copy = siteCopy({ settings })
  const services = {
    locationId: 'tavola-nyc',
    clock: { now: () => Date.now() },
    readLocation: async () => ({ value: copy, savedAt: 1 }),
    readBook: async () => ({ value: bookOf(1, 1), savedAt: 1 }),
    inMemory: new Promise(() => undefined),
  } as Partial<Services> as Services
  const session = createSessionStore()
  session.set({ state: 'guest' })
  const theme = { dishes: 'cards', shape: { edge: 'border' } }
  const portal = {
    facts: { label: 'tavola', host: { locationId: 'tavola-nyc', top_bar_style: 'left', theme } },
    load: async () => services,
    tickets: createTicketStore(),
    session,
  } as unknown as Portal
  const queryClient = createQueryClient()
  seedQueries(queryClient, 'tavola-nyc', { location: copy, menus: outlineOf(bookOf(1, 1)) })
  const history = createMemoryHistory({ initialEntries: [at] })
  return {
    portal,
    queryClient,
    router: createPortalRouter({ queryClient, portal }, { basepath: '/', history }),
  }
}

/** The address a guest ends up at, with its heading if that says that the feature is not offered. */
async function visit(settings: Partial<Settings>, at: string): Promise<string> {
  const { portal, queryClient, router } = openPortal(settings, at)
  await router.load()
  const { pathname } = router.state.location
  if (pathname !== at) return pathname
  await show(<App portal={portal} queryClient={queryClient} router={router} />)
  const heading = await until(() => find('main h1').textContent)
  await leavePage()
  return heading
}

/** The members' addresses from the routes themselves, so that a new one is included. */
const addresses = Object.values(openPortal({}, '/').router.routesById)
  .filter(({ id, fullPath }) => /^(\/_kit)?\/_user\//.test(id) && fullPath !== '/admin')
  .flatMap(({ fullPath }) =>
    fullPath.includes('$type')
      ? ['Purchase', 'Reload'].map((type) => fullPath.replace('$type', type))
      : fullPath,
  )
  .map((path) => path.replaceAll(/\$\w+/g, '0').replace(/(.)\/$/, '$1'))

const off = { enable: false }

describe('a guest at an address for members', () => {
  it('there are some', () => {
    expect(addresses).toEqual(expect.arrayContaining(['/account', '/tickethistory', '/mycards/Purchase/0']))
    expect(addresses.length).toBeGreaterThanOrEqual(11)
  })

  it.each(addresses)(
    '%s is not offered where there are no accounts, and asks for no sign-in @OV-02',
    async (at) => {
      expect(await visit({ my_account: off }, at)).toBe('Not offered here')
    },
  )

  it.each(addresses)('%s leads to the sign-in where everything is on', async (at) => {
    expect(await visit({}, at)).toBe('/login')
  })

  it('/admin leads to the sign-in everywhere: administrators are invited', async () => {
    expect(await visit({ my_account: off }, '/admin')).toBe('/login')
  })

  it.each([
    ['/mycards', { my_gifts: off }],
    ['/mycards/counter', { my_gifts: off }],
    ['/mycards/0/view', { my_gifts: off }],
    ['/mycards/import', { cards: {} }],
    ['/mycards/0/import', { cards: {} }],
    ['/mycards/Purchase/0', { cards: {} }],
    ['/mycards/Reload/0', { cards: {} }],
    ['/mycards/pass/0', { cards: {} }],
  ])('%s is not offered when its feature is off @OV-02', async (at, settings) => {
    expect(await visit(settings, at)).toBe('Not offered here')
  })

  it.each([
    ['/order', { meals: {} }, 'No online orders here'],
    ['/ordercart', { meals: {} }, 'No online orders here'],
    ['/ordercheckout', { meals: {} }, 'No online orders here'],
    ['/rewards', { rewards: off }, 'Not offered here'],
    ['/signup', { my_account: off }, 'Not offered here'],
    ...[
      '/sendcard',
      '/cards',
      '/physicalcards',
      '/cart',
      '/checkout',
      '/checkcardbalance',
      '/mycards/check',
    ].map((at) => [at, { cards: {} }, 'Not offered here'] as const),
  ] as const)('%s says so, too, which is for everybody @OV-02', async (at, settings, title) => {
    expect(await visit(settings, at)).toBe(title)
  })
})
