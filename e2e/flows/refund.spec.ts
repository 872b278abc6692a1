import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, signIn } from '../pages/account.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeNewCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

test.use({ offlineWorker: false })

test('the kitchen gives a dish of an order back: its guest’s page says what and where to @one-window', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await goToPayment(page)
  await typeNewCard(page)
  await press(placeButton(page))
  const number = await readOrderNumber(page)
  const id = await readTicketId(page)
  await page.goto(`/ticket/${id}`)
  await press(page.getByRole('button', { name: 'Cancel order' }))
  await expect(page.getByRole('dialog', { name: `Cancel order ${number}?` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'KEEP IT' }).click()

  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 320, height: 700 } })
  const staff = await context.newPage()
  await signIn(staff, administrator)
  await staff.goto('/kitchen')
  await staff.getByRole('button', { name: `Refund ${number}` }).click()
  const dialog = staff.getByRole('dialog', { name: `Refund order ${number}` })
  await dialog.getByLabel('Margherita').selectOption('1')
  await expect(dialog.getByRole('status')).toContainText('goes back to Visa ending in 4242')
  await expectNoHorizontalScroll(staff)
  await expectAccessible(staff)
  await dialog.getByLabel('Why').selectOption('Something was missing')
  await dialog.getByRole('button', { name: /^GIVE BACK \$\d/ }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByText(/went back, .*1 × Margherita/)).toBeVisible()
  await context.close()

  await page.reload()
  const money = page.getByRole('region', { name: 'Money back' })
  await expect(money).toContainText('goes back to Visa ending in 4242; allow 5–10 business days.')
  await expect(money).toContainText('1 × Margherita · Something was missing.')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})
