import type { Page } from '@playwright/test'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { administrator, signIn } from '../pages/account.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

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

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel order', exact: true })
const question = (page: Page, number: string) => page.getByRole('dialog', { name: `Cancel order ${number}?` })

test('a guest cancels while the kitchen presses START: the second one is told who was first, and both pages say the same @one-window', async ({
  page,
  browser,
  baseURL,
  strict,
  clock,
  world,
}) => {
  test.slow()
  strict.expect(/status of 409/)
  await goToPayment(page)
  await typeCard(page)
  await press(placeButton(page))
  const number = await readOrderNumber(page)
  const id = await readTicketId(page)
  const asPlaced = await world.database.query<{ status: string; history: unknown }>(
    'SELECT status, history FROM tickets WHERE id = $1',
    [id],
  )
  const context = await openElsewhere(
    browser,
    { strict, clock },
    { baseURL: baseURL!, viewport: { width: 1024, height: 768 } },
  )
  const staff = await context.newPage()
  await signIn(staff, administrator)
  await staff.goto('/kitchen')
  const start = staff.getByRole('button', { name: `START: ${number}` })
  const ready = staff.getByRole('button', { name: `READY: ${number}` })

  // The kitchen is first: the order moves on. The guest, who has the cancel question open, is told whom to call.
  await page.goto(`/ticket/${id}`)
  await press(cancel(page))
  const showOrder = await holdReads(page, new RegExp(`/ticketorder/${id}(\\?|$)`))
  await press(start)
  await expect(ready).toBeVisible()
  await press(question(page, number).getByRole('button', { name: 'CANCEL THE ORDER' }))
  await expect(question(page, number).getByRole('alert')).toContainText(
    `The kitchen has started order ${number}, so it cannot be canceled here. Please call us at`,
  )
  await expectAccessible(page)
  showOrder()
  await press(question(page, number).getByRole('button', { name: 'CLOSE', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Your order is being made.' })).toBeVisible()
  await expect(cancel(page)).toHaveCount(0)
  await expect(staff.getByText(/canceled by the guest/)).toHaveCount(0)

  // Put the order back to its state when it was placed.
  const [before] = asPlaced
  await world.database.query('UPDATE tickets SET status = $2, history = $3 WHERE id = $1', [
    id,
    before!.status,
    JSON.stringify(before!.history),
  ])
  await Promise.all([page.reload(), staff.reload()])
  await expect(start).toBeVisible()

  // The guest is first, while the kitchen's page still shows the order: its START is refused with a message, and the order
  // leaves the new ones.
  const showBoard = await holdReads(staff, /\/kitchen(\?|$)/)
  await press(cancel(page))
  await press(question(page, number).getByRole('button', { name: 'CANCEL THE ORDER' }))
  await expect(page.getByRole('heading', { name: 'Your order was canceled' })).toBeVisible()
  await expectAccessible(page)
  await press(start)
  await expect(staff.getByRole('alert').filter({ hasText: 'Error' })).toContainText(
    `The guest canceled order ${number}, so it cannot be updated.`,
  )
  showBoard()
  const cancelled = staff.getByRole('region', { name: /^Canceled/ })
  await expect(cancelled.getByRole('listitem', { name: number })).toContainText('Canceled by the guest.')
  await expect(start).toHaveCount(0)
  await expectAccessible(staff)
  await context.close()
})
