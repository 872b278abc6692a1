import type { Locator, Page } from '@playwright/test'
import { networkWire } from '../../conformance/wire.ts'
import { signIn } from '../pages/account.ts'
import { cardIdOf, cardNumbers } from '../pages/cards.ts'
import { margherita } from '../pages/ordering.ts'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'

/** Properties that only a rendered page shows: what covers what, and what is beside what. */

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const boxOf = async (place: Locator) => (await place.boundingBox())!

/** How many lines each telephone number on the page takes. */
const linesOfPhones = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.whole, a[href^="tel:"]')].map((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )

type Place = {
  what: string
  merchant?: string
  at: string
  window?: { width: number; height: number }
  media?: { forcedColors?: 'active'; reducedMotion?: 'reduce' }
  look(page: Page): Promise<void>
}

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** Those on the same page in the same media one after another: it is loaded once for them. */
const places: Place[] = [
  {
    what: 'the contact text of the footer keeps the lines that the restaurant gave it',
    at: '/',
    async look(page) {
      const text = page.getByRole('contentinfo').getByText('West 22nd Street')
      const [address, phone] = await text.evaluate((one) =>
        [one.firstChild!, one.querySelector('.whole')!].map((part) => {
          const range = document.createRange()
          range.selectNodeContents(part)
          return range.getBoundingClientRect().toJSON() as DOMRect
        }),
      )
      expect(phone!.top).toBeGreaterThanOrEqual(address!.top + 10)
      expect(phone!.left).toBeCloseTo(address!.left, 0)
    },
  },
  {
    what: 'with forced colors what is chosen looks chosen',
    at: '/',
    media: { forcedColors: 'active' },
    async look(page) {
      const groundOf = (pressed: boolean) =>
        page
          .locator(`button[aria-pressed=${pressed}]`)
          .first()
          .evaluate((button) => getComputedStyle(button).backgroundColor)
      await expect(page.locator('button[aria-pressed=true]').first()).toBeVisible()
      expect(await groundOf(true)).not.toBe(await groundOf(false))
    },
  },
  {
    what: 'the opening hours stand beside their days, those in two parts, too',
    at: '/',
    window: phone,
    async look(page) {
      // The last part of the page is drawn when it is near.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      const hours = page.locator('dl', { has: page.getByText('Monday to Thursday') })
      await expect(hours).toBeVisible()
      const places = await hours
        .locator('div')
        .evaluateAll((days) =>
          days.map((day) =>
            [...day.children].map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
          ),
        )
      expect(places.length).toBeGreaterThan(2)
      for (const [day, time] of places) expect(time!.top).toBe(day!.top)
      expect(new Set(places.map(([, time]) => time!.left)).size).toBe(1)
    },
  },
  {
    what: 'where nothing is to move, no place is kept for the button that lets pictures move',
    at: '/',
    media: { reducedMotion: 'reduce' },
    async look(page) {
      const dishes = page.getByRole('region', { name: /^(House favorites|Popular now)$/ })
      await expect(dishes.getByRole('listitem').first()).toBeVisible()
      const list = await boxOf(dishes.getByRole('list'))
      const way = await boxOf(dishes.getByRole('link', { name: 'START AN ORDER' }))
      expect(way.y - (list.y + list.height)).toBeLessThan(40)
    },
  },
  {
    what: 'with forced colors icons have the color of the text around them',
    at: '/order',
    media: { forcedColors: 'active' },
    async look(page) {
      const icon = page.locator('main .lucide-search')
      await expect(icon).toBeVisible()
      const colors = await icon.evaluate((one) =>
        [one, one.parentElement!].map((place) => getComputedStyle(place).color),
      )
      expect(colors[0]).toBe(colors[1])
    },
  },
  {
    what: 'a window that is wider than the restaurant’s own width has three dishes in a row beside the order',
    at: '/order',
    window: { width: 1920, height: 1080 },
    async look(page) {
      const dishes = page.getByRole('main').locator('li[data-dish]')
      await expect(dishes.nth(3)).toBeVisible()
      const [first, second, third, fourth] = await Promise.all(
        [0, 1, 2, 3].map((at) => boxOf(dishes.nth(at))),
      )
      expect([second!.y, third!.y]).toEqual([first!.y, first!.y])
      expect(fourth!.y).toBeGreaterThan(first!.y)
      const order = await boxOf(page.getByRole('complementary', { name: 'Your order' }))
      expect(order.x).toBeGreaterThanOrEqual(third!.x + third!.width)
      // The bars above the list begin at its left edge.
      const title = await boxOf(page.getByRole('heading', { level: 1 }))
      const menus = page.getByRole('navigation', { name: 'Menus' }).getByRole('link')
      const words = await menus.first().evaluate((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getBoundingClientRect().x
      })
      expect(words).toBeCloseTo(title.x, 0)
      // Nothing moves sideways on the way to another page.
      const name = page.getByRole('banner').getByRole('link', { name: 'Bella Trattoria' })
      const login = page.getByRole('banner').getByRole('link', { name: 'LOGIN', exact: true })
      const places = async () => [(await boxOf(name)).x, (await boxOf(login)).x]
      const onOrderPage = await places()
      await page.goto('/menus')
      await waitUntilDrawn(page)
      expect(await places()).toEqual(onOrderPage)
      expect((await boxOf(page.getByRole('heading', { level: 1 }))).x).toBe(title.x)
    },
  },
  {
    what: 'with forced colors two quiet buttons do not touch',
    at: '/about',
    media: { forcedColors: 'active' },
    async look(page) {
      const [terms, privacy] = await Promise.all(
        ['TERMS', 'PRIVACY'].map((name) =>
          boxOf(page.getByRole('main').getByRole('link', { name, exact: true })),
        ),
      )
      expect(privacy!.y).toBe(terms!.y)
      expect(privacy!.x).toBeGreaterThanOrEqual(terms!.x + terms!.width + 8)
    },
  },
  {
    what: 'the number of a large picture stays on its line beside a title of two',
    at: '/gallery',
    window: phone,
    async look(page) {
      await page.getByRole('button', { name: 'Margherita, four minutes in the oven' }).click()
      const lines = await page
        .getByRole('dialog')
        .getByText('2 of 10')
        .evaluate((count) => {
          const range = document.createRange()
          range.selectNodeContents(count)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        })
      expect(lines).toBe(1)
    },
  },
  {
    what: 'with text of twice the size the restaurant’s name and the price keep their places',
    at: margherita,
    window: phone,
    async look(page) {
      const add = page.getByRole('button', { name: /^ADD TO ORDER/ })
      await expect(add).toBeVisible()
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const price = await boxOf(add.locator('.price'))
      const button = await boxOf(add)
      expect(price.x + price.width).toBeLessThanOrEqual(button.x + button.width)
      const bar = page.getByRole('banner')
      const opener = await boxOf(bar.getByRole('button', { name: 'Open menu' }))
      const name = await boxOf(bar.getByRole('link', { name: /Bella Trattoria/ }))
      expect(name.x).toBeGreaterThanOrEqual(opener.x + opener.width)
    },
  },
  ...[
    { at: '/menus', count: 4 },
    { at: '/menus/dinner', count: 5 },
  ].map(({ at, count }) => ({
    what: 'a last row of tiles is as wide as the others',
    at,
    async look(page: Page) {
      const tiles = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('img') })
      await expect(tiles).toHaveCount(count)
      const boxes = await tiles.evaluateAll((items) => items.map((item) => item.getBoundingClientRect()))
      const [third, last] = [boxes[2]!, boxes.at(-1)!]
      expect(last.right).toBeCloseTo(third.right, 0)
      expect(boxes.find(({ top }) => top === last.top)!.left).toBeCloseTo(boxes[0]!.left, 0)
    },
  })),
  {
    what: 'on a phone the link that orders a dish is in reach as soon as the page is there, and covers nothing at the end',
    at: margherita.replace('/order', '/menus'),
    window: { width: 390, height: 700 },
    async look(page) {
      const order = page.getByRole('main').getByRole('link', { name: 'ORDER THIS ONLINE' })
      await expect(order).toBeInViewport({ ratio: 1 })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(order).toBeInViewport({ ratio: 1 })
      const last = page.getByRole('contentinfo').getByRole('link').last()
      const [{ y: top }, end] = [(await order.boundingBox())!, (await last.boundingBox())!]
      expect(end.y + end.height).toBeLessThanOrEqual(top)
    },
  },
  {
    what: 'a wide window is used without pictures and a form, too, and no telephone number is broken',
    merchant: 'quiet',
    at: '/',
    async look(page) {
      const contact = page.locator('section', { has: page.getByRole('heading', { name: 'Contact Us' }) })
      await contact.scrollIntoViewIfNeeded()
      const front = await boxOf(page.getByRole('img', { name: 'The front of The Quiet Table' }))
      expect(front.x + front.width).toBeGreaterThan(1200)
      expect(front.y).toBeLessThan((await boxOf(contact.getByRole('link', { name: /555-0171/ }))).y)
      const message = await boxOf(page.getByText('One room above the river'))
      expect(message.x).toBeGreaterThan(640)
      for (const width of [320, 360, 390, 430]) {
        await page.setViewportSize({ width, height: 800 })
        const lines = await linesOfPhones(page)
        expect(lines.length).toBeGreaterThan(2)
        expect(new Set(lines)).toEqual(new Set([1]))
      }
    },
  },
  {
    what: 'a link is underlined to its end, its telephone number included',
    merchant: 'quiet',
    at: '/thankyou',
    async look(page) {
      const call = page.getByRole('link', { name: /^CALL/ })
      await expect(call).toBeVisible()
      // An underline does not go on below a part in a box of its own.
      const boxes = await call.evaluate((link) =>
        [...link.querySelectorAll('span, bdi')]
          .filter((part) => !part.querySelector('span, bdi'))
          .map((part) => getComputedStyle(part).display),
      )
      expect(boxes).toEqual(['inline'])
    },
  },
  {
    what: 'a button without its own style does not look like the browser’s gray default',
    merchant: 'smoke',
    at: '/',
    async look(page) {
      const [ground, edge] = await page.evaluate(() => {
        const { backgroundColor, borderTopWidth } = getComputedStyle(
          document.body.appendChild(document.createElement('button')),
        )
        return [backgroundColor, borderTopWidth]
      })
      expect([ground, edge]).toEqual(['rgba(0, 0, 0, 0)', '0px'])
    },
  },
]

test('every part of a page is in its place, in any window, with forced colors, large text and reduced motion', async ({
  page,
  portal,
}) => {
  test.slow()
  for (const { what, merchant = 'bella', at, window = desktop, media, look } of places)
    await test.step(what, async () => {
      await page.setViewportSize(window)
      await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference', ...media })
      const address = portal(merchant) + at
      if (page.url() !== address || media?.reducedMotion) {
        await page.goto(address)
        await waitUntilDrawn(page)
      }
      await look(page)
    })
})

test('the amounts of a gift card stand below each other, with a link to the order or without', async ({
  page,
  world,
}) => {
  const id = await cardIdOf(world, cardNumbers.second)
  await page.route(/\/api\/.*\/card\/[^/]+$/, async (route) => {
    const { 'accept-encoding': _packed, ...headers } = route.request().headers()
    const url = route.request().url()
    const given = await networkWire({ method: 'GET', url, headers, timeoutMs: 30_000 })
    const answer = JSON.parse(given.text) as { transactions: object[] }
    const paid = { ...answer.transactions[0], online_order: true, ticket_order_id: 'of-another-day' }
    await route.fulfill({ json: { ...answer, transactions: [paid, ...answer.transactions] } })
  })
  await signIn(page)
  await page.goto(`/mycards/${id}/view`)
  const amounts = page.getByRole('region', { name: 'Transactions' }).locator('.price')
  await expect(amounts.nth(1)).toBeVisible()
  await expect(page.getByRole('link', { name: /^View order/ })).toBeVisible()
  const ends = await amounts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(new Set(ends.map(Math.round)).size).toBe(1)
})
