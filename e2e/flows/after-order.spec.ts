import type { Page } from '@playwright/test'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { addMember, signIn } from '../pages/account.ts'
import {
  addMargherita,
  chooseTime,
  goToPayment,
  placeButton,
  readOrderNumber,
  readTicketId,
  reviewOrder,
  typeNewCard,
} from '../pages/ordering.ts'
import { expectOnPaper } from '../pages/paper.ts'
import { press } from '../pages/press.ts'
import { whichIsThere } from '../pages/which-is-there.ts'

// The service worker plays no part in what is tested here. The tests in offline/ check what the device keeps.
test.use({ offlineWorker: false })

/** Places an order and leaves the page on its confirmation. */
async function placeOrder(page: Page): Promise<{ id: string; number: string }> {
  await goToPayment(page)
  await typeNewCard(page)
  await press(placeButton(page))
  const number = await readOrderNumber(page)
  return { id: await readTicketId(page), number }
}

const where = '412 West 22nd Street, Apartment 4B, New York, NY 10011'

test("a guest’s order: the confirmation, the receipt, which prints nothing else, I'M HERE at the curb, and the order’s page, which follows the kitchen without a reload @MO-15 @MO-16 @MO-17 @RT-10 @RT-11 @RT-12 @ST-16 @EN-30 @one-window", async ({
  page,
  world,
}) => {
  test.slow()
  const { id, number } = await placeOrder(page)
  await expect(page.getByRole('list', { name: 'Steps of your order' })).toContainText('Picked up')
  await expectAccessible(page)
  await expectAccessibleWhenWide(page)
  await expectNoHorizontalScroll(page)

  const toReceipt = page.getByRole('link', { name: 'VIEW RECEIPT' })
  await expectOnPaper(page, page.getByRole('main').getByText('Margherita').first(), toReceipt)
  // The header, which names the restaurant on a screen, is not on paper.
  const paperHead = page.getByRole('main').getByText('Bella Trattoria', { exact: true })
  await expect(paperHead).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(paperHead).toBeVisible()
  await page.emulateMedia({ media: null })
  await toReceipt.click()
  await expect(page).toHaveURL(new RegExp(`/receipt\\?type=ticket_order&object_id=${id}`))
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Margherita')
  await expectAccessible(page)
  await expectAccessibleWhenWide(page)
  await expectNoHorizontalScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'PRINT' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: null })
  // Names and addresses that guests type can be long.
  const answer = await page.evaluate(
    async (object) =>
      (await fetch(`/api/location/bella-nyc/receipt?type=ticket_order&object_id=${object}`)).json(),
    id,
  )
  const { receipt } = answer as { receipt: object }
  const long = { full_name: 'Bartholomew Featherstonehaugh of Little Snoring, the younger' }
  const json = { receipt: { ...receipt, ...long, recipient_address: `${where}, ${where}` } }
  await page.route(/\/location\/[^/]+\/receipt\?/, (route) => route.fulfill({ json }))
  await page.reload()
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Featherstonehaugh')
  await expectNoHorizontalScroll(page)

  await page.goto(`/ticket/${id}?action=checkin`)
  await expect(page.getByRole('heading', { name: 'Here for your order?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Car make').selectOption('Honda')
  await page.getByLabel('Model').fill('Civic')
  await page.getByLabel('Color').fill('White')
  await page.getByLabel('License plate').fill('ABC 1234')
  await page.getByRole('button', { name: "I'M HERE" }).click()
  await expect(page.getByText('The restaurant knows that you are here')).toBeVisible()
  await expect(page.getByRole('button', { name: "I'M HERE" })).toHaveCount(0)
  await expect(page.getByLabel('License plate')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await page.goto(`/ticket/${id}`)
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  // The details that the server gave only to this device are still there.
  await expect(page.getByText('Nora Quill')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps of your order' })).toBeVisible()
  await world.database.query(`UPDATE tickets SET status = 'Preparing' WHERE id = $1`, [id])
  await expect(page.getByRole('status').filter({ hasText: 'Your order is being made.' })).toBeVisible({
    timeout: 30_000,
  })
})

test('a member’s order: readable after a reload, in their history, ordered again, and on another device they are asked only for the time @RT-10 @RT-35 @AT-18 @one-window', async ({
  page,
  browser,
  world,
  baseURL,
  strict,
  clock,
}) => {
  test.slow()
  const who = await addMember(world)
  await signIn(page, who)
  const { id, number } = await placeOrder(page)
  await page.reload()
  expect(await readOrderNumber(page)).toBe(number)
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Margherita')

  await test.step('another device', async () => {
    const another = await openElsewhere(browser, { strict, clock }, { baseURL: baseURL! })
    const elsewhere = await another.newPage()
    await signIn(elsewhere, who)
    await addMargherita(elsewhere)
    await reviewOrder(elsewhere)
    await elsewhere.getByRole('button', { name: 'CONTINUE' }).click()
    await chooseTime(elsewhere)
    await expect(elsewhere.getByRole('heading', { name: /^(Secure p|P)ayment$/ })).toBeVisible()
    const answers = elsewhere.getByRole('list', { name: 'Your answers so far' })
    await expect(answers).toContainText('Curbside pickup')
    await expect(answers).toContainText('Nella Fresh')
    await expect(elsewhere.getByRole('button', { name: 'Tip 15%' })).toHaveAttribute('aria-pressed', 'true')
    await another.close()
    // What was begun there would come to this device, too.
    await world.database.query(
      `UPDATE tickets SET status = 'Expired' WHERE status = 'Open' AND user_id IS NOT NULL`,
    )
  })

  await test.step('the history', async () => {
    await walkTo(page, '/tickethistory')
    const orders = page.getByRole('list', { name: 'Your orders' })
    await expect(orders.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await orders.getByRole('link', { name: /^VIEW ORDER/ }).click()
    await expect(page).toHaveURL(new RegExp(`/ticket/${id}`))
    await expect(page.getByRole('region', { name: 'Order summary' })).toBeVisible()
    await page.getByRole('button', { name: 'ORDER AGAIN' }).click()
    // If the menu has changed since that order, the portal says so first.
    const changed = page.getByRole('button', { name: 'ADD WHAT’S AVAILABLE' })
    const list = page.getByRole('list', { name: 'Your order' })
    if ((await whichIsThere({ changed, list })) === 'changed') await changed.click()
    await expect(page).toHaveURL(/\/ordercart$/)
    await expect(list.getByRole('listitem').first()).toBeVisible()
    // A member's own receipt also opens directly by its address.
    await page.goto(`/receipt?type=ticket_order&object_id=${id}`)
    await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
  })
})
