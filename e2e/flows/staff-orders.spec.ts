import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, readEmail, signIn } from '../pages/account.ts'
import { goToPayment, placeButton, readOrderNumber, typeNewCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

// It is about the restaurant; what the device keeps is shown elsewhere.
test.use({ offlineWorker: false })

test('a manager finds an order that the board shows no more, and gives all of it back @one-window', async ({
  page,
  browser,
  baseURL,
  world,
  viewport,
}) => {
  test.slow()
  await goToPayment(page)
  await typeNewCard(page)
  await press(placeButton(page))
  const number = await readOrderNumber(page)

  const context = await browser.newContext({ baseURL: baseURL!, viewport })
  const staff = await context.newPage()
  await signIn(staff, administrator)
  await staff.goto('/admin?view=orders')
  const orders = staff.getByRole('table', { name: 'Orders found' })
  await expect(orders.getByRole('link', { name: number })).toBeVisible()
  await staff.getByRole('button', { name: 'YESTERDAY' }).click()
  await expect(staff.getByRole('status').filter({ hasText: 'yesterday.' })).toBeVisible()
  await staff.getByLabel('Order number, phone or email').fill('lasagna')
  await staff.getByRole('button', { name: 'FIND' }).click()
  await expect(staff.getByText(/^Please enter an order’s number/)).toBeVisible()
  await expectAccessible(staff)
  await staff.getByLabel('Order number, phone or email').fill(number.replace('-', ' ').toLowerCase())
  await staff.getByRole('button', { name: 'FIND' }).click()
  await expect(staff.getByRole('status').filter({ hasText: '1 order.' })).toBeVisible()
  await expectAccessible(staff)
  await expectNoHorizontalScroll(staff)

  await orders.getByRole('link', { name: number }).click()
  await expect(staff.getByRole('heading', { name: new RegExp(`^Order ${number}: `) })).toBeVisible()
  await expect(staff.locator('a[href^="tel:"]').first()).toBeVisible()
  await expectAccessible(staff)
  await expectAccessibleWhenWide(staff)
  await expectNoHorizontalScroll(staff)
  await staff.getByRole('button', { name: 'REFUND…' }).click()
  const dialog = staff.getByRole('dialog', { name: `Refund order ${number}` })
  await dialog.getByRole('button', { name: 'Everything that is left' }).click()
  await expectAccessible(staff)
  await dialog.getByLabel('Why').selectOption('Something was missing')
  await dialog.getByRole('button', { name: /^GIVE BACK \$\d/ }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByText(new RegExp(`of order ${number} goes back\\.`))).toBeVisible()
  await expect(staff.getByText(/went back, .*Margherita/)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'REFUND…' })).toBeHidden()
  await expectAccessible(staff)
  await expectNoHorizontalScroll(staff)

  // What was done leads back to it.
  await staff.goto('/admin?view=acts')
  await staff.getByRole('link', { name: number }).first().click()
  await expect(orders.getByText(/went back$/)).toBeVisible()
  await context.close()
  // Other tests' orders are of the same guest.
  await expect.poll(() => readEmail(world, 'nora@example.test', 'order-part-refunded')).toContain(number)
})
