import type { Page } from '@playwright/test'
import { offlineReady } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'

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
})

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
