import type { Page } from '@playwright/test'
import { offlineReady } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'

/** Chromium says so for every call while the server is gone; some of it is heard only when it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

type Book = {
  menus: {
    external_id: string
    name: string
    categories: { external_id: string; name: string; items: Dish[] }[]
  }[]
}
type Dish = { external_id: string; name: string; images: { base?: string }[] }

test('after one visit to /menus, with the server gone, every category and every dish of every menu opens, and is found by its name @OV-10 @OV-03 @RT-16', async ({
  device,
  baseURL,
  faults,
  world,
  strict,
}) => {
  strict.expect(offline)
  test.setTimeout(180_000)
  const book = await bookOf(world)
  await device.page.goto('/menus')
  await expect(device.page.getByRole('heading', { name: 'Menus' })).toBeVisible()
  await offlineReady(device.page)
  await pictureKept(device.page, book)
  await faults.stop()

  const page = await device.relaunch()
  await page.goto(`${baseURL}/menus`)
  await expect(page.getByRole('heading', { name: 'Menus' })).toBeVisible()
  // The page is there before the portal that is to hear of the way on; this line is the portal's own.
  await expect(page.getByText(/^Offline/)).toBeVisible()
  let dishes = 0
  for (const menu of book.menus) {
    await walk(page, `/menus/${menu.external_id}`, menu.name)
    for (const category of menu.categories) {
      await walk(page, `/menus/${menu.external_id}/category/${category.external_id}`, category.name)
      if (category.external_id === 'pizza') await expectPictures(page, category.items.length)
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
  // They are searched, too.
  await page.goto(`${baseURL}/menus?q=tiramisu`)
  await expect(page.getByRole('searchbox', { name: 'Search the menus' })).toHaveValue('tiramisu')
  await expect(
    page
      .locator('a[data-hit]')
      .filter({ hasText: /Tiramis/ })
      .first(),
  ).toBeVisible()
  // Opened cold by its address, and in ordering mode.
  const last = book.menus.at(-1)!
  const category = last.categories.at(-1)!
  const item = category.items.at(-1)!
  await page.goto(
    `${baseURL}/order/${last.external_id}/category/${category.external_id}/item/${item.external_id}`,
  )
  await expect(page.getByRole('heading', { name: item.name, level: 1 })).toBeVisible()
})

/** The book as the server itself has it. */
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

/** The worker holds the small picture of the last pizza, in one of its sizes: those of a menu are kept one after another. */
async function pictureKept(page: Page, book: Book): Promise<void> {
  const dinner = book.menus.find(({ external_id }) => external_id === 'dinner')!
  const pizza = dinner.categories.find(({ external_id }) => external_id === 'pizza')!
  const { base } = pizza.items.at(-1)!.images[0]!
  const slug = new URL(base!, page.url()).pathname
  const isKept = () =>
    page.evaluate(async (wanted) => {
      for (const name of await caches.keys())
        for (const { url: kept } of await (await caches.open(name)).keys())
          if (new URL(kept).pathname.startsWith(`${wanted}-`)) return true
      return false
    }, slug)
  await expect.poll(isKept, `the picture ${slug} is kept`).toBe(true)
}

/** Each dish of the category that is open shows its picture. */
async function expectPictures(page: Page, count: number): Promise<void> {
  const pictures = page.getByRole('main').locator('a[href*="/item/"] img')
  await expect(pictures).toHaveCount(count)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
}

/** Goes to a screen the way a link does, without loading a page anew. */
async function walk(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await expect(page.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible()
}
