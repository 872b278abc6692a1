import type { Page } from '@playwright/test'
import { readEmail } from '../pages/account.ts'
import {
  beginSending,
  chooseAmount,
  chooseProgram,
  fillBuyer,
  fillRecipient,
  fillMessage,
  skipCode,
} from '../pages/card-orders.ts'
import { cardBalanceOf } from '../pages/cards.ts'
import {
  addMargherita,
  chooseCurbside,
  goOnToPayment,
  goToPayment,
  leaveWallet,
  openWallet,
  payInWallet,
  placeButton,
  readOrderNumber,
  readTicketId,
  reviewOrder,
  fillContact,
  chooseTime,
} from '../pages/ordering.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here. order-dinner.spec.ts and faults/card-orders.spec.ts pay with it.
test.use({ offlineWorker: false })

test('the browser’s Back goes one step back in checkout, also after a reload, and then to the order; a wallet pays for it with nothing typed; its refusal is explained, and charges nobody @RT-09', async ({
  page,
  world,
  strict,
}) => {
  test.slow()
  // A device without a wallet: the frame that checks for one fails to load, and nothing is left in the way.
  const walletFrame = '**/wallet-button.html*'
  await page.route(walletFrame, (route) => route.abort())
  strict.expect(/net::ERR_FAILED|status of 402/)
  await addMargherita(page)
  await reviewOrder(page)
  await chooseCurbside(page)
  await chooseTime(page)
  await fillContact(page)
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await expect(page.locator('iframe[title="Secure wallet button frame"]')).toBeAttached()
  await expectNoHorizontalScroll(page, [320, 390, 1280])
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'When should it be ready?' })).toBeVisible()
  // A time was chosen for the guest before they changed it.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'How would you like it?' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/ordercart$/)

  // From here on with a wallet.
  await page.unroute(walletFrame)
  await page.reload()
  await goOnToPayment(page)
  await test.step('the wallet', () => payByWallet(page, world))
})

test('a gift card sent by email pays for its recipient’s dinner, even after it was taken off the order once @ST-11 @ST-12 @AT-14 @OV-03 @OV-04', async ({
  page,
  world,
}) => {
  test.slow()
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await chooseAmount(page, '$50.00')
  await skipCode(page)
  await fillRecipient(page, { email: 'dinner-for-vera@example.test' })
  await fillMessage(page, 'Eat well')
  // The wallet's button does not open its sheet before the buyer's name is given: the fields say so.
  await openWallet(page)
  await expect(page.getByLabel('Your first name')).toBeFocused()
  await expect(page.getByLabel('Your first name')).toHaveAccessibleDescription(
    'Please enter a valid first name',
  )
  await fillBuyer(page)
  await openWallet(page)
  await payInWallet(page)
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible()
  // From here on Vera acts: all she has is the email.
  const email = await readEmail(world, 'dinner-for-vera@example.test', 'gift-card')
  const link = new URL(/https?:\/\/\S+\/gift\/\S+/.exec(email)![0])
  await page.goto(link.pathname)
  await page.getByRole('button', { name: 'REVEAL' }).click()
  const number = (await page.getByRole('main').innerText())
    .match(/\d{4} \d{4} \d{4} \d{4}/)![0]
    .replaceAll(' ', '')
  await goToPayment(page)
  await expect(placeButton(page)).toHaveText('PLACE YOUR ORDER · $27.25')
  const byGift = page.getByRole('button', { name: 'GIFT CARD', exact: true })
  const payByGift = async (): Promise<void> => {
    await page.getByLabel('Gift card number').fill('')
    await page.getByLabel('Gift card number').pressSequentially(number)
    await page.getByRole('button', { name: 'PAY WITH THIS CARD' }).click()
  }
  await byGift.click()
  await expectAccessible(page)
  await payByGift()
  const paid = page.getByRole('region', { name: 'Paid so far' })
  await expect(paid).toContainText(`•••• ${number.slice(-4)}`)
  expect(await cardBalanceOf(world, number)).toBeLessThan(5000)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  // Once the payments are taken off, the whole amount is due again, in any tender.
  await page.getByRole('button', { name: 'Take payments off' }).click()
  await expect(paid).toHaveCount(0)
  expect(await cardBalanceOf(world, number)).toBe(5000)
  await expect(placeButton(page)).toHaveText('PLACE YOUR ORDER · $27.25')
  if ((await byGift.getAttribute('aria-pressed')) === 'false') await byGift.click()
  await payByGift()
  // 23.95 and, since the restaurant allows it, the tip of 3.30: nothing is left to pay, and one tap places the order.
  await expect(page.getByRole('heading', { name: 'Everything is paid' })).toBeVisible()
  await press(placeButton(page))
  await readOrderNumber(page)
  expect(await cardBalanceOf(world, number)).toBe(5000 - 2725)
})

/** A wallet that is refused, then left, and then pays. */
async function payByWallet(page: Page, world: World): Promise<void> {
  await openWallet(page)
  await payInWallet(page, '0002')
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await expectAccessible(page)
  await openWallet(page)
  await leaveWallet(page)
  // This card's bank wants to authenticate the guest: the sheet makes room for its dialog.
  await openWallet(page)
  await payInWallet(page, '3155')
  await press(
    page
      .frameLocator('iframe[title="Secure payment confirmation frame"]')
      .getByRole('button', { name: 'Confirm payment' }),
  )
  await readOrderNumber(page)
  await expect(page.getByText('Test wallet (Visa ending in 3155) $27.25')).toBeVisible()
  const id = await readTicketId(page)
  const paid = await world.database.query(
    'SELECT non_tip_cents + tip_cents AS cents FROM payments WHERE ticket_id = $1',
    [id],
  )
  expect(paid).toEqual([{ cents: 2725 }])
}
