import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'

// It is about what stands on the screen, whoever answered.
test.use({ offlineWorker: false })

/** Chromium says so for the page itself. */
const notThere = /Failed to load resource: the server responded with a status of 404/

for (const address of ['/no-such-page', '/mycards/send/Bogus/0', '/menu.php']) {
  test(`${address} leads home and says why, for eyes and screen readers, with the ways on`, async ({
    page,
    strict,
  }) => {
    strict.expect(notThere)
    const answer = await page.goto(address)
    expect(answer?.status()).toBe(404)
    const note = page.getByRole('status').filter({ hasText: 'We couldn’t find that page.' })
    await expect(note).toContainText(`There is nothing at ${address}.`)
    await expect(page).toHaveURL(/localhost:\d+\/$/)
    await expect(note.getByRole('link', { name: 'Order online' })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await note.getByRole('link', { name: 'See the menus' }).click()
    await expect(page.getByRole('heading', { name: 'Menus', level: 1 })).toBeVisible()
    await expect(note).toHaveCount(0)
  })
}

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

for (const [address, title] of [
  ['/privacy', /^Privacy \| /],
  ['/forgotpassword', /^Forgot password \| /],
  ['/checkcardbalance', /^Check a card’s balance \| /],
] as const) {
  test(`${address} has a title of its own`, async ({ page }) => {
    await page.goto(address)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(title)
  })
}
