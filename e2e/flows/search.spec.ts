import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const box = 'Search the menus'

test('a dish is found while typing, even with typos, and Back leads to the same results @one-window', async ({
  page,
}) => {
  await page.goto('/menus')
  await page.getByRole('searchbox', { name: box }).pressSequentially('margarita')
  const found = page
    .getByRole('main')
    .locator('a[href^="/menus/"][data-hit]')
    .filter({ hasText: 'Margherita' })
    .first()
  await expect(found).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /found for “margarita”/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Enter')
  await expect(page.locator('a[data-hit]').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/menus\/.+\/item\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Margherita' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/menus\?q=margarita$/)
  await expect(page.getByRole('searchbox', { name: box })).toHaveValue('margarita')
  await expect(found).toBeVisible()
})

test.describe(() => {
  // With the service worker: its own copy of the page is tested, too.
  test.use({ offlineWorker: true })
  test('title and description follow the route, also without a page load @LH-16 @one-window', async ({
    page,
  }) => {
    const description = page.locator('meta[name="description"]')
    await page.goto('/menus/dinner/category/pizza/item/margherita')
    await expect(page.getByRole('heading', { name: 'Margherita', level: 1 })).toBeVisible()
    await launched(page)
    const own = await description.getAttribute('content')
    expect(own).toContain('San Marzano')
    await page.getByRole('link', { name: 'Bella Trattoria, home' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(description).not.toHaveAttribute('content', own!)
    await page.goBack()
    await expect(description).toHaveAttribute('content', own!)
    // From the worker's cached shell, which is not specific to any route.
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(description).toHaveCount(1)
    await expect(description).toHaveAttribute('content', /\w/)
  })
})
