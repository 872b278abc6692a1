import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, other, signIn } from '../pages/account.ts'

// It is about two people and the restaurant; what the device keeps is shown elsewhere.
test.use({ offlineWorker: false })

test('a manager re-issues a card: the member has a new one, and the old says that it is not valid @one-window', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, other)
  await page.goto('/mycards')
  await page
    .getByRole('link', { name: /^View card ending in/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/mycards\/.+\/view/)
  // The list that was left has numbers, too.
  await expect(page.getByText(/^(\d{4} ){3}\d{4}$/)).toHaveCount(1)
  // As somebody reads it out over the telephone.
  const number = await page.getByText(/^(\d{4} ){3}\d{4}$/).innerText()

  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 320, height: 700 } })
  const staff = await context.newPage()
  await signIn(staff, administrator)
  await staff.goto('/admin?view=cards')
  await staff.getByLabel('Card number').fill(number)
  await staff.getByRole('button', { name: 'FIND' }).click()
  await expect(staff.getByRole('heading', { name: `Gift card •••• ${number.slice(-4)}` })).toBeVisible()
  await expectAccessible(staff)
  await expectNoHorizontalScroll(staff)
  await staff.getByRole('button', { name: 'RE-ISSUE' }).click()
  const dialog = staff.getByRole('dialog')
  await expectAccessible(staff)
  await dialog.getByRole('button', { name: 'RE-ISSUE' }).click()
  const done = staff.getByText(/on the new card ending in \d{4}/)
  await expect(done).toBeVisible()
  const fresh = /ending in (\d{4})/.exec(await done.innerText())![1]!
  await expectNoHorizontalScroll(staff)
  await context.close()

  await page.reload()
  await expect(page.getByText(/This gift card is no longer valid\. Please call/)).toBeVisible()
  await page.goto('/mycards')
  await expect(page.getByRole('article', { name: `Gift card ending in ${fresh}` })).toBeVisible()
})
