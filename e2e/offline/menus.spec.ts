import type { Page } from '@playwright/test'
import { offlineReady } from '../fixtures/offline-ready.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { margherita } from '../pages/ordering.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

type Book = {
  menus: {
    external_id: string
    name: string
    categories: { external_id: string; name: string; items: Dish[] }[]
  }[]
}
type Dish = { external_id: string; name: string; images: { base?: string }[] }

test('after one visit to /menus, with the server gone, every category and every dish of every menu opens, and is found by its name; every menu shows only what can be made without tree nuts, and a dish says so before it is added, and on the order @OV-10 @OV-03 @RT-16', async ({
  device,
  baseURL,
  faults,
  world,
  strict,
}) => {
  strict.expect(offline)
  test.setTimeout(400_000)
  const book = await bookOf(world)
  await device.page.goto('/menus')
  await expect(device.page.getByRole('heading', { name: 'Menus' })).toBeVisible()
  await offlineReady(device.page)
  await picturesKept(device.page, book)
  await faults.stop()

  const page = await device.relaunch()
  await page.goto(`${baseURL}/menus`)
  await expect(page.getByRole('heading', { name: 'Menus' })).toBeVisible()
  // The first screen may be visible before the portal can follow a link; only the portal itself draws this line.
  await expect(page.getByText(/^Offline/)).toBeVisible()
  let dishes = 0
  for (const menu of book.menus) {
    await walk(page, `/menus/${menu.external_id}`, menu.name)
    for (const category of menu.categories) {
      await walk(page, `/menus/${menu.external_id}/category/${category.external_id}`, category.name)
      await expectPictures(page, category.items)
      for (const item of category.items) {
        await walk(
          page,
          `/menus/${menu.external_id}/category/${category.external_id}/item/${item.external_id}`,
          item.name,
        )
        dishes++
      }
    }
  }
  expect(dishes).toBeGreaterThanOrEqual(90)
  await expect(page.getByText(/^Offline/)).toBeVisible()
  // The menus can be searched, too.
  await page.goto(`${baseURL}/menus?q=tiramisu`)
  await expect(page.getByRole('searchbox', { name: 'Search the menus' })).toHaveValue('tiramisu')
  await expect(
    page
      .locator('a[data-hit]')
      .filter({ hasText: /Tiramis/ })
      .first(),
  ).toBeVisible()
  // Opened directly by its address, and in ordering mode.
  const last = book.menus.at(-1)!
  const category = last.categories.at(-1)!
  const item = category.items.at(-1)!
  await page.goto(
    `${baseURL}/order/${last.external_id}/category/${category.external_id}/item/${item.external_id}`,
  )
  await expect(page.getByRole('heading', { name: item.name, level: 1 })).toBeVisible()
  await test.step('without tree nuts', () => expectAllergensShown(page))
})

/** Every menu, the dish and the order say what contains an allergen that is avoided, without a network. */
async function expectAllergensShown(page: Page): Promise<void> {
  await walkTo(page, '/order')
  await page.getByText('Diets · Allergens', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Vegan' }).check()
  await expect(page.getByRole('link', { name: /^Marinara/ })).not.toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Margherita/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Vegan' }).uncheck()
  await page.getByRole('checkbox', { name: 'Tree nuts' }).check()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ dishes\./ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Torta caprese/i })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await walkTo(page, '/menus/dolci/category/dolci')
  await expect(page.getByRole('status').filter({ hasText: /^7 of 8 dishes\./ })).toBeVisible()
  await walkTo(page, margherita)
  const facts = page.getByRole('region', { name: 'Allergens' })
  const contains = facts.getByRole('definition').first()
  await expect(contains).toHaveText('gluten, milk')
  await page.getByRole('checkbox', { name: /^Basil pesto/ }).check()
  await expect(contains).toHaveText('gluten, milk, tree nuts')
  await expect(page.getByRole('status').filter({ hasText: 'Contains tree nuts.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /ADD TO ORDER/ }).click()
  await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'REVIEW ORDER' }).click()
  await expect(page.getByText('Contains gluten, milk, and tree nuts')).toBeVisible()
  // The line also names the allergen that is avoided, for screen readers, too.
  const line = page.getByRole('list', { name: 'Your order' }).getByRole('listitem')
  await expect(line.getByText('Contains tree nuts, which you avoid.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await walkTo(page, '/order')
  const beside = page.getByRole('complementary', { name: 'Your order' })
  await expect(beside.getByText('Contains tree nuts, which you avoid.')).toBeVisible()
  await expectAccessible(page)
}

/** The menu book from the server itself. */
async function bookOf(world: { proxy: { port: number } }): Promise<Book> {
  const { get } = await import('node:http')
  return await new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port: world.proxy.port,
        path: '/api/location/bella-nyc/menubook?mode=browse',
        headers: { host: `bella.localhost:${world.proxy.port}` },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString()) as Book))
      },
    ).on('error', reject)
  })
}

const namesOf = (items: Dish[]): string[] => items.flatMap(({ images }) => images[0]?.base ?? [])

/** Waits until the worker has cached the small picture of every dish of every menu. */
async function picturesKept(page: Page, book: Book): Promise<void> {
  const dishes = book.menus.flatMap(({ categories }) => categories.flatMap(({ items }) => items))
  const wanted = [...new Set(namesOf(dishes))].map((base) => new URL(base, page.url()).pathname)
  expect(wanted.length).toBeGreaterThanOrEqual(90)
  const missing = () =>
    page.evaluate(async (bases) => {
      const kept = new Set<string>()
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          kept.add(new URL(url).pathname.replace(/-\d+\.\w+$/, ''))
      return bases.filter((base) => !kept.has(base))
    }, wanted)
  await expect.poll(missing, 'every dish’s picture is kept').toEqual([])
}

/** Every dish of the open category shows its picture, even before anybody scrolls to it. */
async function expectPictures(page: Page, items: Dish[]): Promise<void> {
  const pictures = page.getByRole('main').locator('a[href*="/item/"] img')
  await expect(pictures).toHaveCount(namesOf(items).length)
  const broken = await pictures.evaluateAll(async (images: HTMLImageElement[]) => {
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
    return images.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src)
  })
  expect(broken).toEqual([])
}

/** Goes to a screen as a link does, without loading a new document. */
async function walk(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await expect(page.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible()
}
