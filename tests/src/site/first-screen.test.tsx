// @vitest-environment jsdom
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import type { FirstScreen } from '#contract/schemas/first-screen.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createTicketStore } from '#lib/query/ticket-store.ts'
import { App, seedQueries } from '../../../src/launch/app.tsx'
import { renderFirstScreen } from '../../../src/launch/render-first-screen.tsx'
import { createPortalRouter } from '../../../src/router.tsx'
import { setMedia } from '../support/screen.tsx'
import { bookOf, siteCopy } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const theme = { dishes: 'cards', shape: { edge: 'border' } }
const facts = {
  label: 'tavola',
  host: { locationId: 'tavola-nyc', top_bar_style: 'left', theme },
  // The contact form loads after the first screen, possibly before the end of the test.
  verification: { provider: 'embedded' },
} as unknown as HostFacts
const picture = (name: string) => ({ image: { imageSignedUrl: `/pictures/${name}.webp` } })
const home_page = {
  header_images: [picture('one'), picture('two')],
  welcome_box: { header: 'The oven is lit', online_order: { enable: true } },
}
const book = bookOf(12, 3)
const first: FirstScreen = {
  location: siteCopy({
    settings: { consumer_application_settings: { home_page, consumer_portal_footer: { show_footer: true } } },
    announcements: [
      {
        type: 'advertisement_banner',
        title: 'Rib Night',
        action: '/order',
        desktop_banner_one_third: '/d.webp',
      },
      { type: 'other', title: 'Book a table', data: { opentable_id: '4242' } },
    ],
  }),
  menus: outlineOf(book),
}

/** The restaurant's own texts, as the server adds them to their pages. */
const text =
  '<p>The <b>oven</b> is lit. Call (212) 555-0142 or see <a href="/menus">the menus</a> and <a href="https://oven.example/">the oven</a>.</p><img src="/pictures/oven.webp" width="40"><script>ran()</script>'
const configurations = [
  { name: 'about_page', value: { text, faqs: [{ question: 'Is it hot?', answer: text }] } },
  { name: 'privacy_page', value: { header: 'Privacy', html: text } },
  { name: 'terms_page', value: { html: text } },
  {
    name: 'gallery_page',
    value: { active_images: [{ image: { url: '/three.webp', image_id: '3' }, title: 'The oven' }] },
  },
]
const dataOf = (path: string): FirstScreen => ({
  ...first,
  ...partOf(path),
  ...(contentPaths.includes(path) && { location: { ...first.location, configurations } }),
})
const contentPaths = ['/about', '/privacy', '/terms', '/gallery']

/** The data that the server adds to a category's or a dish's page. */
function partOf(path: string): Pick<FirstScreen, 'part'> {
  const [, menuId, , categoryId, , itemId] = path.slice(1).split('/').map(decodeURIComponent)
  const found = book.menus
    .find((one) => one.external_id === menuId)
    ?.categories.find((one) => one.external_id === categoryId)
  if (!found) return {}
  const item = found.items.find((one) => one.external_id === itemId)
  const category = {
    ...found,
    items: item ? [] : found.items.map((one) => ({ ...one, images: [pictures, pictures] })),
  }
  return {
    part: {
      mode: 'browse',
      menu_id: menuId!,
      category,
      ...(item && { item: { ...item, images: [pictures] } }),
    },
  }
}
const pictures = { imageSignedUrl: '/pictures/dish.webp' }
const categoryPath = '/menus/menu-2/category/part-3'
const dishPath = `${categoryPath}/item/${encodeURIComponent(book.menus[1]!.categories[2]!.items[0]!.external_id)}`

/** The server renders pages without a window or a document. */
async function renderWithoutPage(path: string, shown = facts): Promise<string> {
  for (const name of ['window', 'document']) vi.stubGlobal(name, undefined)
  try {
    return await renderFirstScreen(shown, dataOf(path), path, 'en')
  } finally {
    vi.unstubAllGlobals()
  }
}

const paths = ['/', '/oldhome', '/menus', '/menus/menu-2', categoryPath, dishPath, ...contentPaths]

describe('the first screen', () => {
  it.each([
    ...paths.map((path) => ({ path, dishes: 'cards' })),
    ...['rows', 'type'].flatMap((dishes) => ['/', categoryPath, dishPath].map((path) => ({ path, dishes }))),
  ])(
    '$path, with dishes as $dishes: the browser hydrates the server’s markup node by node',
    async ({ path, dishes }) => {
      const shown = { ...facts, host: { ...facts.host, theme: { ...theme, dishes } } } as HostFacts
      const place = document.createElement('div')
      place.innerHTML = await renderWithoutPage(path, shown)
      document.body.append(place)
      const before = [...place.querySelectorAll('*')]
      expect(before.length).toBeGreaterThan(30)
      expect(place.innerHTML).toContain(contentPaths.includes(path) ? 'oven' : 'Menu')
      const queryClient = createQueryClient()
      seedQueries(queryClient, 'tavola-nyc', dataOf(path))
      const portal = {
        facts: shown,
        tickets: createTicketStore(),
        session: createSessionStore(),
        load: () => new Promise<never>(() => undefined),
      }
      const router = createPortalRouter(
        { queryClient, portal },
        { basepath: '/', history: createMemoryHistory({ initialEntries: [path] }) },
      )
      router.ssr = { manifest: undefined }
      await router.load()
      // A hydration mismatch logs an error, which fails the test.
      const root = await act(async () =>
        hydrateRoot(place, <App portal={portal} queryClient={queryClient} router={router} />),
      )
      onTestFinished(async () => {
        await act(async () => {
          root.unmount()
          // What is loading, and what the queries have scheduled to tell the screen, needs a window, which the next rendering does not have.
          await vi.dynamicImportSettled()
          await new Promise((run) => setTimeout(run))
        })
        place.remove()
        queryClient.clear()
      })
      expect(before.filter((node) => !node.isConnected)).toEqual([])
    },
  )

  it.each(['/home', '/oldhome', '/newhome'])('%s is the very same home page @RT-02 @RT-28', async (path) => {
    const screenOf = async (at: string) => /<main[\s\S]*<\/main>/.exec(await renderWithoutPage(at))![0]
    const screen = await screenOf(path)
    expect(screen).toContain('The oven is lit')
    expect(screen === (await screenOf('/'))).toBe(true)
  })

  it('a category’s has its dishes and a dish’s its price, and neither a placeholder @RT-18', async () => {
    const [category, dish] = [await renderWithoutPage(categoryPath), await renderWithoutPage(dishPath)]
    for (const markup of [category, dish]) {
      expect(markup).toContain('Dish 2.3')
      expect(markup).toContain('$2.03')
      expect(markup).not.toContain('aria-busy')
      expect(markup).not.toMatch(/<[^>]+\sstyle=/)
    }
  })

  it('the home page’s has the welcome, the first header picture and the menus’ names, and no inline style @LH-08', async () => {
    const markup = await renderWithoutPage('/')
    for (const part of [
      'The oven is lit',
      'ORDER ONLINE',
      '/pictures/one.webp',
      'Menu 1',
      'Part 1',
      'Rib Night',
      'RESERVATION',
    ])
      expect(markup).toContain(part)
    expect(markup).not.toContain('/pictures/two.webp')
    expect(markup).not.toMatch(/<[^>]+\sstyle=/)
  })
})
