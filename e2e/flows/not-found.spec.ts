import { launched } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/** Chromium reports the 404 of the page itself. */
const notThere = /Failed to load resource: the server responded with a status of 404/

test('an unknown address leads home and says why, on the screen and to screen readers, with links @RT-36', async ({
  page,
  portal,
  strict,
}) => {
  strict.expect(notThere)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  const note = page.getByRole('status').filter({ hasText: 'We couldn’t find that page.' })
  await expect(note).toContainText('There is nothing at /no-such-page.')
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await expect(note.getByRole('link', { name: 'Order online' })).toBeVisible()
  await note.getByRole('link', { name: 'See the menus' }).click()
  await expect(page.getByRole('heading', { name: 'Menus', level: 1 })).toBeVisible()
  await expect(note).toHaveCount(0)
  // Ordering is called what the restaurant calls it.
  await page.goto(`${portal('smoke')}/no-such-page`)
  await expect(note.getByRole('link', { name: 'Order curbside' })).toHaveAttribute('href', '/order')
})

test.describe(() => {
  test.use({ offlineWorker: true })
  test('an unknown address says so from the device’s own copy, too, and /index.html is the home page', async ({
    page,
    faults,
    strict,
  }) => {
    strict.expect(notThere)
    const answer = await page.goto('/index.html')
    expect(answer?.status()).toBe(200)
    await expect(page).toHaveURL(/localhost:\d+\/$/)
    await launched(page)
    await faults.stop()
    await page.goto('/no-such-page')
    await expect(page.getByRole('status').filter({ hasText: 'We couldn’t find that page.' })).toBeVisible()
  })
})

test('a screen has a title of its own, which the portal leaves as it is', async ({ page }) => {
  const title = /^Privacy \| /
  await page.goto('/privacy')
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(title)
})
