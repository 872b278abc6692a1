import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { margherita } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/** A category's own page has the order beside its dishes, too, and they open over them. */
async function openInCategory(page: Page): Promise<void> {
  await page.goto('/order/dinner/category/pizza')
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order).toContainText('Nothing here yet')
  const card = page.getByRole('main').locator(`a[href="${margherita}"]`)
  await card.click()
  const dish = page.getByRole('dialog', { name: 'Margherita' })
  await press(dish.getByRole('button', { name: /^ADD TO ORDER/ }))
  await press(
    page.getByRole('dialog', { name: 'ADDED TO ORDER' }).getByRole('link', { name: 'ADD MORE ITEMS' }),
  )
  await expect(dish).toHaveCount(0)
  await expect(page).toHaveURL(/\/order\/dinner\/category\/pizza$/)
  await expect(order).toContainText('Margherita')
  await expect(card).toBeFocused()
  // The summary of the order is there only once.
  await expect(page.getByRole('link', { name: /REVIEW ORDER/ })).toHaveCount(1)
  await expectAccessible(page)
}

/** Selecting text with the mouse does not close a dish when the mouse is released beside it, and a tap there does. */
async function selectText(page: Page): Promise<void> {
  await page.goto('/order')
  await page.locator(`[data-dish] a[href="${margherita}"]`).click()
  const dish = page.getByRole('dialog', { name: 'Margherita' })
  await dish.getByRole('radio', { name: '16 inch' }).check()
  const words = (await dish.getByRole('heading', { name: 'Margherita', level: 1 }).boundingBox())!
  const [beside, height] = [page.viewportSize()!.width - 4, words.y + words.height / 2]
  await page.mouse.move(words.x + 4, height)
  await page.mouse.down()
  await page.mouse.move(beside, height, { steps: 8 })
  await page.mouse.up()
  await dish.getByRole('button', { name: 'One more' }).click()
  await expect(dish.getByRole('button', { name: /^ADD TO ORDER/ })).toContainText('$44.00')
  await expect(page).toHaveURL(new RegExp(`${margherita}$`))
  await page.mouse.click(beside, height)
  await expect(dish).toHaveCount(0)
  await expect(page).toHaveURL(/\/order$/)
}

test('in a wide window a dish opens over the list, under its own address, and BACK closes it where the list was @wide-window', async ({
  page,
}) => {
  await openInCategory(page)
  await page.goto('/order')
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order).toContainText('Margherita')
  const card = page.locator(`[data-dish] a[href="${margherita}"]`)
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await card.click()
  const dish = page.getByRole('dialog', { name: 'Margherita' })
  await expect(dish).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${margherita}$`))
  await expect(page).toHaveTitle(/^Margherita/)
  await expectAccessible(page)
  await page.goBack()
  await expect(dish).toHaveCount(0)
  await expect(page).toHaveURL(/\/order$/)
  await expect(page).toHaveTitle(/^Order online/)
  await expect(card).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(place)

  // The same with the keyboard alone, and back to the list from the confirmation.
  await page.keyboard.press('Enter')
  await dish.getByRole('radio', { name: '16 inch' }).check()
  await press(dish.getByRole('button', { name: /^ADD TO ORDER/ }))
  const added = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
  await expect(added).toContainText('16 inch')
  await page.keyboard.press('Escape')
  await expect(added).toHaveCount(0)
  await expect(dish).toBeVisible()
  await press(dish.getByRole('button', { name: /^ADD TO ORDER/ }))
  await press(added.getByRole('link', { name: 'ADD MORE ITEMS' }))
  await expect(dish).toHaveCount(0)
  await expect(card).toBeFocused()
  await expect(order).toContainText('16 inch')
  expect(await page.evaluate(() => scrollY)).toBe(place)

  await card.click()
  await expect(dish).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dish).toHaveCount(0)
  await expect(page).toHaveURL(/\/order$/)

  // After a reload the dish has a page of its own.
  await card.click()
  await expect(dish).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Margherita', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await selectText(page)
})

test('in a narrow window a dish is a page of its own @one-window', async ({ page }) => {
  await page.goto('/order')
  // The code that opens a dish over the list is loaded here, too.
  await expect(page.getByText('Nothing here yet', { exact: false })).toBeAttached()
  await page.locator(`[data-dish] a[href="${margherita}"]`).click()
  await expect(page.getByRole('heading', { name: 'Margherita', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${margherita}$`))
})
