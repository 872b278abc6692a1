import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { launched } from '../fixtures/launched.ts'
import { offlineReady } from '../fixtures/offline-ready.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

test('without a network, every menu shows only what can be made without tree nuts, and a dish says so before it is added, and on the order', async ({
  device,
  baseURL,
  faults,
  strict,
}) => {
  strict.expect(offline)
  await device.page.goto('/order')
  await offlineReady(device.page)
  await faults.stop()

  const page = await device.relaunch()
  await page.goto(`${baseURL}/order`)
  await launched(page)
  await page.getByText('Diets · Allergens', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Vegan' }).check()
  await expect(page.getByRole('link', { name: /^Marinara/ })).not.toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Margherita/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Vegan' }).uncheck()
  await page.getByRole('checkbox', { name: 'Tree nuts' }).check()
  const left = page.getByRole('status').filter({ hasText: /^\d+ of \d+ dishes\./ })
  await expect(left).toBeVisible()
  await expect(page.getByRole('link', { name: /Torta caprese/i })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await page.goto(`${baseURL}/menus/dolci/category/dolci`)
  await expect(page.getByRole('status').filter({ hasText: /^7 of 8 dishes\./ })).toBeVisible()
  await page.goto(`${baseURL}/order/dinner/category/pizza/item/margherita`)
  const facts = page.getByRole('region', { name: 'Allergens' })
  const contains = facts.getByRole('definition').first()
  await expect(contains).toHaveText('gluten, milk')
  await page.getByRole('checkbox', { name: /^Basil pesto/ }).check()
  await expect(contains).toHaveText('gluten, milk, tree nuts')
  await expect(page.getByRole('status').filter({ hasText: 'Contains tree nuts.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /ADD TO ORDER/ }).click()
  await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toBeVisible()
  await page.goto(`${baseURL}/ordercart`)
  await expect(page.getByText('Contains gluten, milk, and tree nuts')).toBeVisible()
  // The line also names the allergen that is avoided, for screen readers, too.
  const line = page.getByRole('list', { name: 'Your order' }).getByRole('listitem')
  await expect(line.getByText('Contains tree nuts, which you avoid.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${baseURL}/order`)
  const beside = page.getByRole('complementary', { name: 'Your order' })
  await expect(beside.getByText('Contains tree nuts, which you avoid.')).toBeVisible()
  await expectAccessible(page)
})
