import type { Page } from '@playwright/test'
import { addMargherita, goToPayment } from '../pages/ordering.ts'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import { expect, test } from '../fixtures/test.ts'

/** A newer build's worker, handed out from now on: the same script with another ending is another version to a browser. */
async function deploy(page: Page, faults: FaultProxy, baseURL: string): Promise<void> {
  const script = await page.evaluate(async (address) => (await fetch(address)).text(), `${baseURL}/service-worker.js`)
  faults.arm(
    { path: /^\/service-worker\.js/, count: 100 },
    { kind: 'status', status: 200, headers: { 'content-type': 'text/javascript' }, body: `${script}\n// newer` },
  )
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
}

const settled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

test('a new version waits until the guest agrees, and the order is still there after it @OV-10', async ({ page, faults, baseURL }) => {
  await addMargherita(page)
  await page.getByRole('dialog').getByRole('button', { name: 'REVIEW ORDER' }).click()
  await settled(page)
  await deploy(page, faults, baseURL!)
  const offer = page.getByRole('button', { name: 'Update now' })
  await expect(offer).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await offer.click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a new version is not offered while an order is being paid', async ({ page, faults, baseURL }) => {
  await goToPayment(page)
  await settled(page)
  await deploy(page, faults, baseURL!)
  await expect
    .poll(
      () =>
        page.evaluate(
          async () => (await navigator.serviceWorker.ready).waiting !== null || (await navigator.serviceWorker.getRegistration())?.waiting !== null,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  await expect(page.getByRole('button', { name: 'Update now' })).toHaveCount(0)
})

/** From now on the server says that it is newer than the page's scripts. */
const sayNewer = (faults: FaultProxy) =>
  faults.arm(
    { path: /^\/meta\.json/, count: 100 },
    { kind: 'status', status: 200, headers: { 'content-type': 'application/json' }, body: '{"version":"99.0.0"}' },
  )

const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

test('a newer version on the server is offered, and taking it clears the kept files and not the order @LH-19 @ST-42', async ({ page, faults }) => {
  await addMargherita(page)
  await settled(page)
  sayNewer(faults)
  await page.goto('/ordercart')
  const offer = page.getByRole('button', { name: 'Update now' })
  await expect(offer).toBeVisible()
  await page.evaluate(async () => void (await (await caches.open('workbox-precache-of-an-older-build')).put('/old', new Response('old'))))
  const reloaded = page.waitForEvent('load')
  await offer.click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  expect(await cacheNames(page)).not.toContain('workbox-precache-of-an-older-build')
  // The server still says so, and a reload has changed nothing: it is not offered in a circle.
  await settled(page)
  await expect(offer).toHaveCount(0)
})
