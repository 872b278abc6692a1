import { addShownDish, margherita } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ offlineWorker: false })

for (const [what, file] of [
  ['the device’s part of the portal', /\/assets\/device-[^/]+\.js$/],
  ['the portal itself', /\/assets\/index-[^/]+\.js$/],
] as const)
  test(`where the network is lost while ${what} comes, at a first visit, a dish opens by itself when it is back (V13)`, async ({
    page,
    faults,
    strict,
  }) => {
    strict.expect(/net::ERR_|dynamically imported module|Unable to preload CSS|^$/)
    let lost = (): void => undefined
    const isLost = new Promise<void>((resolve) => (lost = resolve))
    await page.route(
      file,
      async (route) => {
        await faults.stop()
        await route.abort()
        lost()
      },
      { times: 1 },
    )
    await page.goto(margherita, { waitUntil: 'commit' })
    await isLost
    const anew = page.waitForRequest((request) => request.isNavigationRequest(), { timeout: 30_000 })
    await faults.start()
    await anew
    await addShownDish(page, { size: '16 inch' })
    await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toContainText('1 × Margherita')
  })
