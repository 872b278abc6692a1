import type { Page } from '@playwright/test'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { administrator, other, readEmail, signIn } from '../pages/account.ts'
import { expectUsableStep, goToCardPayment, payByCard } from '../pages/card-orders.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/** A manager re-issues a card: the member has a new one, and the old one is invalid. */
async function reissue(staff: Page, page: Page): Promise<void> {
  await signIn(page, other)
  await page.goto('/mycards')
  await page
    .getByRole('link', { name: /^View card ending in/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/mycards\/.+\/view/)
  // Wait until the list is gone: it contains card numbers, too.
  await expect(page.getByText(/^(\d{4} ){3}\d{4}$/)).toHaveCount(1)
  // As somebody would read it out over the telephone.
  const number = await page.getByText(/^(\d{4} ){3}\d{4}$/).innerText()

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

  await page.reload()
  await expect(page.getByText(/This gift card is no longer valid\. Please call/)).toBeVisible()
  await page.goto('/mycards')
  await expect(page.getByRole('article', { name: `Gift card ending in ${fresh}` })).toBeVisible()
}

/** A manager refunds a gift: its giver reads it in an email and on the gift's page. */
async function refundGift(staff: Page, page: Page, world: World): Promise<void> {
  await goToCardPayment(page)
  await payByCard(page)
  await page.getByRole('link', { name: 'FOLLOW OR CHANGE THIS GIFT' }).click()
  await expect(page.getByText(/Vera/).first()).toBeVisible()

  await staff.goto('/admin?view=cards')
  await staff.getByLabel('Search by').selectOption('Phone')
  await staff.getByLabel('Phone of the recipient or the account').fill('555-0177')
  await staff.getByRole('button', { name: 'FIND' }).click()
  await expect(staff.getByText('Please enter a valid phone number')).toBeVisible()
  await expectAccessible(staff)
  await expectNoHorizontalScroll(staff)
  await staff.getByLabel('Search by').selectOption('Email')
  await staff.getByLabel('Email of the buyer, the recipient or the account').fill('nora@example.test')
  await staff.getByRole('button', { name: 'FIND' }).click()
  const orders = staff.getByRole('table', { name: 'Orders' })
  await orders.getByRole('link').first().click()
  await staff.getByRole('button', { name: 'REFUND' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'REFUND $50.00' }).click()
  await expect(staff.getByText(/^\$50\.00 is being refunded to Visa ending in 4242/)).toBeVisible()

  const email = await readEmail(world, 'nora@example.test', 'order-cards-refunded')
  expect(email).toContain('$50.00 goes back to Visa ending in 4242')
  await page.reload()
  const back = page.getByRole('region', { name: 'Money back' })
  await expect(back).toContainText('$50.00 goes back to Visa ending in 4242; allow 5–10 business days.')
  await expect(page.getByText('It was refunded. The gift card is no longer valid.')).toBeVisible()
  await expectUsableStep(page)
}

test('a manager refunds a gift: its giver reads it in an email and on the gift’s page; and re-issues a card: the member has a new one, and the old one is invalid @one-window', async ({
  page,
  browser,
  baseURL,
  strict,
  clock,
  world,
}) => {
  test.slow()
  const context = await openElsewhere(
    browser,
    { strict, clock },
    { baseURL: baseURL!, viewport: { width: 320, height: 700 } },
  )
  const staff = await context.newPage()
  await signIn(staff, administrator)
  await test.step('a refund', () => refundGift(staff, page, world))
  await test.step('a re-issue', () => reissue(staff, page))
  await context.close()
})
