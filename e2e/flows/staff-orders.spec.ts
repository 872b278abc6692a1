import type { Page } from '@playwright/test'
import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, readEmail, signIn } from '../pages/account.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeNewCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const question = (page: Page, number: string) => page.getByRole('dialog', { name: `Cancel order ${number}?` })

/** Orders two Margheritas. The guest opens the question about canceling. */
async function placeOrder(page: Page): Promise<{ id: string; number: string }> {
  await goToPayment(page, { quantity: 2 })
  await typeNewCard(page)
  await press(placeButton(page))
  const number = await readOrderNumber(page)
  const id = await readTicketId(page)
  await page.goto(`/ticket/${id}`)
  await press(page.getByRole('button', { name: 'Cancel order', exact: true }))
  await expect(question(page, number)).toBeVisible()
  await expectAccessible(page)
  return { id, number }
}

/** Holds this page's reads of a path until they are released: meanwhile it shows what it read last. */
async function holdReads(page: Page, path: RegExp): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') await released
    // The page may be closed by now.
    await route.continue().catch(() => undefined)
  })
  return release
}

/** The kitchen begins the order while the guest is asked: they are told whom to call, and both pages say the same. */
async function startFirst(
  staff: Page,
  page: Page,
  { id, number }: { id: string; number: string },
): Promise<void> {
  const showOrder = await holdReads(page, new RegExp(`/ticketorder/${id}(\\?|$)`))
  await staff.goto('/kitchen')
  await press(staff.getByRole('button', { name: `START: ${number}` }))
  await expect(staff.getByRole('button', { name: `READY: ${number}` })).toBeVisible()
  await press(question(page, number).getByRole('button', { name: 'CANCEL THE ORDER' }))
  await expect(question(page, number).getByRole('alert')).toContainText(
    `The kitchen has started order ${number}, so it cannot be canceled here. Please call us at`,
  )
  await expectAccessible(page)
  showOrder()
  await press(question(page, number).getByRole('button', { name: 'CLOSE', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Your order is being made.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order', exact: true })).toHaveCount(0)
  await expect(staff.getByText(/canceled by the guest/)).toHaveCount(0)
}

/** The kitchen refunds one dish of the order on its board. */
async function giveBackOne(staff: Page, number: string): Promise<void> {
  await staff.getByRole('button', { name: `Refund ${number}` }).click()
  const dialog = staff.getByRole('dialog', { name: `Refund order ${number}` })
  await dialog.getByLabel('Margherita').selectOption('1')
  await expect(dialog.getByRole('status')).toContainText('goes back to Visa ending in 4242')
  await expectNoHorizontalScroll(staff)
  await expectAccessible(staff)
  await dialog.getByLabel('Why').selectOption('Something was missing')
  await dialog.getByRole('button', { name: /^REFUND \$\d/ }).click()
  await expect(dialog).toBeHidden()
  // Orders of other tests are on the board, too.
  const card = staff.getByRole('listitem').filter({ hasText: number })
  await expect(card.getByText(/refunded, .*1 × Margherita/)).toBeVisible()
}

/** A manager searches for the order by other criteria, finds it, and refunds the rest. */
async function giveBackRest(staff: Page, number: string): Promise<void> {
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
  await dialog.getByRole('button', { name: /^REFUND \$\d/ }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByText(new RegExp(`of order ${number} was refunded\\.`))).toBeVisible()
  await expect(staff.getByText(/refunded, .*Margherita/)).toHaveCount(2)
  await expect(staff.getByRole('button', { name: 'REFUND…' })).toBeHidden()
  await expectAccessible(staff)
  await expectNoHorizontalScroll(staff)

  // The record of the refund links back to the order.
  await staff.goto('/admin?view=acts')
  await staff.getByRole('link', { name: number }).first().click()
  await expect(orders.getByText(/ refunded$/)).toBeVisible()
}

test('a guest who cancels after START is told so; the kitchen refunds a dish of their order, and a manager, who finds it among all orders, the rest: its guest reads how much goes where @one-window', async ({
  page,
  browser,
  baseURL,
  strict,
  clock,
  world,
  viewport,
}) => {
  test.slow()
  strict.expect(/status of 409/)
  const order = await placeOrder(page)
  const { number } = order
  const context = await openElsewhere(
    browser,
    { strict, clock },
    { baseURL: baseURL!, viewport: { width: 320, height: 700 } },
  )
  const staff = await context.newPage()
  await signIn(staff, administrator)
  await startFirst(staff, page, order)
  await giveBackOne(staff, number)

  await page.reload()
  const money = page.getByRole('region', { name: 'Money back' })
  await expect(money).toContainText('goes back to Visa ending in 4242; allow 5–10 business days.')
  await expect(money).toContainText('1 × Margherita · Something was missing.')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await staff.setViewportSize(viewport!)
  await giveBackRest(staff, number)
  await context.close()
  // The same guest has orders from other tests.
  await expect.poll(() => readEmail(world, 'nora@example.test', 'order-part-refunded')).toContain(number)
  await page.reload()
  await expect(money.getByText(/1 × Margherita/)).toHaveCount(2)
})
