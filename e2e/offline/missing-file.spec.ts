import type { Page, Request } from '@playwright/test'
import { addShownDish, margherita } from '../pages/ordering.ts'
import { requestsFor } from '../fixtures/built-files.ts'
import { settled } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ offlineWorker: false })

for (const [what, file] of [
  ['the device’s part of the portal', 'device'],
  ['the portal itself', 'index.html'],
] as const)
  test(`when the network is lost while ${what} loads on a first visit, a dish opens by itself once it is back (V13)`, async ({
    page,
    faults,
    strict,
  }) => {
    strict.expect(/net::ERR_|dynamically imported module|Unable to preload CSS|^$/)
    await page.route(
      requestsFor(file),
      async (route) => {
        await faults.stop()
        await route.abort()
      },
      { times: 1 },
    )
    await page.goto(margherita, { waitUntil: 'commit' })
    // The page knows that a file is missing once it checks whether the server can be reached.
    await comeOnlineUntil(page, asksForServer)
    await faults.start()
    await comeOnlineUntil(page, (request) => request.isNavigationRequest())
    await addShownDish(page, { size: '16 inch' })
    await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toContainText('1 × Margherita')
  })

test('a file that is lost on one screen after another is loaded again each time, and no screen fails (V13)', async ({
  page,
  strict,
}) => {
  strict.expect(/net::ERR_|dynamically imported module|Unable to preload CSS|^$/)
  await page.goto('/')
  await settled(page)
  for (const [link, file, heading] of [
    ['Privacy', 'src/routes/privacy.lazy.tsx', /Privacy/],
    ['Terms', 'src/routes/terms.lazy.tsx', /Terms/],
  ] as const) {
    let cuts = 0
    await page.route(requestsFor(file), (route) => (cuts++ === 0 ? route.abort() : route.continue()))
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    // The reloaded page has its text before it needs the file.
    await expect.poll(() => cuts).toBeGreaterThan(1)
  }
})

/** The page's check of whether the server can be reached. */
const asksForServer = (request: Request): boolean =>
  request.resourceType() === 'fetch' && new URL(request.url()).pathname === '/'

/** Dispatches `online` events until the page sends such a request. */
async function comeOnlineUntil(page: Page, isMeant: (request: Request) => boolean): Promise<void> {
  let isSent = false
  page.on('request', (request) => (isSent ||= isMeant(request)))
  await expect
    .poll(async () => {
      if (!isSent) await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined)
      return isSent
    })
    .toBe(true)
}
