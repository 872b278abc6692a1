import {
  addMargherita,
  margherita,
  chooseCurbside,
  chooseTime,
  reviewOrder,
  fillContact,
  tip,
} from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

// It is about what stands on the screen, whoever answered.
test.use({ offlineWorker: false })

/** What a screen reader is given on the way to dinner: names, roles, and what it is told without asking. */

test('a dish: its choices are named groups, and the total is said when it changes @one-window', async ({
  page,
}) => {
  await page.goto(margherita)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Margherita', level: 1 })).toBeVisible()
  const size = main
    .getByRole('group', { name: /^Size/ })
    .or(main.getByRole('radiogroup', { name: /^Size/ }))
    .first()
  await expect(size.getByRole('radio', { name: '12 inch' })).toBeChecked()
  await expect(main.getByRole('group', { name: 'Quantity' })).toBeVisible()
  const said = main.getByRole('status').filter({ hasText: 'Total' })
  await expect(said).toHaveCount(0)
  await size.getByRole('radio', { name: /^16 inch/ }).check()
  await expect(said).toHaveText('Total $22.00')
  await main.getByRole('button', { name: 'One more' }).click()
  await expect(said).toHaveText('Total $44.00')
})

test('the order: lines with a name to change and to remove each, totals that are said, the way on @one-window', async ({
  page,
}) => {
  await addMargherita(page)
  await reviewOrder(page)
  await expect(page.getByRole('heading', { name: 'Review order', level: 1 })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toMatchAriaSnapshot(`
    - region "Order summary":
      - term: Subtotal
      - definition: $22.00
      - term: Tax
      - definition: $1.95
      - status
      - term: Total
      - definition: $23.95
  `)
  for (const name of ['Customize Margherita', 'Remove Margherita'])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('combobox', { name: 'Quantity of Margherita' }).selectOption('2')
  await expect(summary.getByRole('status').filter({ hasText: 'Total' })).toHaveText(/^Total \$4\d\.\d\d$/)
})

test('checkout: each step is a heading with the focus, what is wrong is said at its field and all at once, and nothing typed is lost @VA-13 @one-window', async ({
  page,
}) => {
  await addMargherita(page)
  await reviewOrder(page)
  await chooseCurbside(page)
  await chooseTime(page)
  const step = page.getByRole('heading', { name: 'Who is picking it up?' })
  await expect(step).toBeFocused()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  const first = page.getByRole('textbox', { name: 'First name' })
  await expect(first).toBeFocused()
  await expect(first).toHaveAttribute('aria-invalid', 'true')
  await expect(first).toHaveAccessibleDescription('Please enter a valid info')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(
    'Please enter a valid phone number',
  )
  await first.fill('Nora')
  await page.getByRole('textbox', { name: 'Phone' }).pressSequentially('21255')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  const last = page.getByRole('textbox', { name: 'Last name' })
  await expect(last).toBeFocused()
  await expect(last).toHaveAccessibleDescription('Please enter a valid info')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(
    'Please enter a valid phone number',
  )
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await page.reload()
  await expect(first).toHaveValue('Nora')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('(212) 55')
  await fillContact(page)
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await tip(page, 15)
  // The summary of each step is a new one: what it comes to now is read where it stands.
  await expect(page.getByRole('region', { name: 'Order summary' }).getByRole('definition').last()).toHaveText(
    '$27.25',
  )
  for (const name of ['CREDIT CARD', 'GIFT CARD'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute(
      'aria-pressed',
      name === 'CREDIT CARD' ? 'true' : 'false',
    )
  for (const name of [
    'Secure card number input frame',
    'Secure expiration date input frame',
    'Secure CVC input frame',
  ])
    await expect(page.locator(`iframe[title="${name}"]`)).toBeVisible()
})
