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
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.ready).waiting !== null || (await navigator.serviceWorker.getRegistration())?.waiting !== null,
      ),
    )
    .toBe(true)
  await expect(page.getByRole('button', { name: 'Update now' })).toHaveCount(0)
})
