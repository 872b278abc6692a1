import type { Page } from '@playwright/test'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import {
  expectUsableStep,
  fillAddress,
  fillBuyer,
  fillCart,
  heading,
  placeOrder,
} from '../pages/card-orders.ts'
import { typeCard } from '../pages/ordering.ts'
import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here. faults/card-orders.spec.ts buys a card with it.
test.use({ offlineWorker: false })

const update = (page: Page) => page.getByRole('button', { name: 'Update Cart' })
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' })

/** The form says what is wrong with it, and takes no negative numbers. */
async function fillForm(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add to Cart' })
  // The form begins with the first amount and one card.
  await expect(page.getByRole('button', { name: '$25', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(add).toBeEnabled()
  await page.getByLabel('Price').fill('')
  await expect(add).toBeDisabled()
  await page.getByLabel('Price').fill('0.99')
  await page.getByLabel('Quantity').fill('11')
  await page.getByLabel('Price').focus()
  await expect(page.getByText('Please enter a valid quantity')).toBeVisible()
  await page.getByLabel('Quantity').fill('10')
  await expect(page.getByText('Please enter a valid price')).toBeVisible()
  await expect(add).toBeDisabled()
  await page.getByLabel('Price').pressSequentially('-')
  await expect(page.getByLabel('Price')).toHaveValue('0.99')
  await page.getByLabel('Price').fill('1')
  await expect(add).toBeEnabled()
  await page.getByLabel('Price').fill('40')
  await page.getByLabel('Quantity').fill('2')
  await add.click()
  await expect(heading(page, 'Your cart')).toBeVisible()
}

/** A change is sent 500 ms after the last key; what became of it is shown for 3 s. */
async function expectTimes(page: Page, faults: FaultProxy): Promise<void> {
  const updates = () =>
    faults.calls.filter(({ method, path }) => method === 'PUT' && path.includes('physicalcard')).length
  const before = updates()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await page.getByLabel('Quantity').fill('4')
  await page.clock.runFor(499)
  expect(updates()).toBe(before)
  await page.clock.runFor(1)
  const word = page.getByText('Successfully saved')
  await expect(word).toBeVisible()
  expect(updates()).toBe(before + 1)
  await page.clock.runFor(2999)
  await expect(word).toBeVisible()
  await page.clock.runFor(1)
  await expect(word).toHaveCount(0)
}

/** A refusal is shown under Validation Failed, and for 3 s, too. */
async function expectRefusal(page: Page, faults: FaultProxy): Promise<void> {
  const body = JSON.stringify({
    errors: [{ message: 'Please enter a valid price' }, { message: 'Please enter a valid quantity' }],
    message: 'Please enter a valid price',
    code: 'bad_request',
  })
  faults.arm(
    { method: 'PUT', path: /physicalcard/ },
    { kind: 'status', status: 422, body, headers: { 'content-type': 'application/json' } },
  )
  await page.getByLabel('Quantity').fill('5')
  await page.clock.runFor(500)
  const banner = page.getByRole('alert').filter({ hasText: 'Validation Failed' })
  await expect(banner).toContainText('Please enter a valid price')
  await expect(banner).toContainText('Please enter a valid quantity')
  await page.clock.runFor(2999)
  await expect(banner).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(banner).toHaveCount(0)
  await page.clock.resume()
  await expect(proceed(page)).toBeDisabled()
  await update(page).click()
  await expect(page.getByText('Successfully saved')).toBeVisible()
  await expect(proceed(page)).toBeEnabled()
}

test('the form: field messages, no negative numbers, the button disabled while anything is wrong; without an order /cart leads here; the cart saves itself 500 ms after the last key, says so for 3 s, says a refusal under Validation Failed, and does not continue with unsaved changes; its link says how many cards are in it @PC-01 @RT-05 @RT-06 @VA-05 @VA-06 @VA-07 @ST-25 @VA-08 @VA-09 @LH-05 @ER-13 @BC-07 @BC-09 @one-window', async ({
  page,
  faults,
}) => {
  test.slow()
  await page.clock.install()
  await page.goto('/cart')
  await expect(page).toHaveURL(/\/physicalcards$/)
  await expect(heading(page, 'Gift cards by mail')).toBeVisible()
  await test.step('the form', () => fillForm(page))
  const panel = page.getByRole('region', { name: 'Order summary' })
  await expect(panel).toContainText('Subtotal$80.00')
  await expect(update(page)).toBeDisabled()
  await expect(proceed(page)).toBeEnabled()
  await expect(page.getByText('Successfully saved')).toHaveCount(0)
  await test.step('a change that is saved', () => expectTimes(page, faults))
  await test.step('one that is refused', () => expectRefusal(page, faults))
  await test.step('one that is not saved yet', async () => {
    const slow = faults.arm({ method: 'PUT', path: /physicalcard/ }, { kind: 'delay', what: 'call' })
    await page.getByLabel('Quantity').fill('3')
    await expect(proceed(page)).toBeDisabled()
    await expect(page.getByText('Just one second')).toBeVisible()
    await expect(page.getByText('We are doing it.')).toBeVisible()
    slow.release()
    await expect(page.getByText('Successfully saved')).toBeVisible()
    await expect(panel).toContainText('Subtotal$120.00')
  })
  await walkTo(page, '/physicalcards')
  await page.getByRole('link', { name: 'View cart, 3 cards' }).click()
  await expect(update(page)).toBeDisabled()
  faults.forget()
  await page.getByLabel('Quantity').fill('')
  await expect(page.getByText('Please enter a valid quantity')).toBeVisible()
  await expect(update(page)).toBeDisabled()
  await expect(proceed(page)).toBeDisabled()
  await expectUsableStep(page)
  expect(
    faults.calls.filter(({ method, path }) => method === 'PUT' && path.includes('physicalcard')),
  ).toHaveLength(0)
})

test('checkout: shipping, message, payment, thank you; the cart is cleared 2 s after the result @PC-02 @PC-03 @RT-08 @RT-13 @ST-24 @ST-25 @ST-26 @BC-03 @VA-17 @VA-18 @VA-19 @RT-06 @one-window', async ({
  page,
}) => {
  test.slow()
  await fillCart(page)
  await proceed(page).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(heading(page, 'Where should it go?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'SAVE AND CONTINUE' })).toBeDisabled()
  await page.getByRole('button', { name: 'BACK' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await proceed(page).click()
  await fillAddress(page)
  await page.reload()
  await expect(page.getByLabel('Street address')).toHaveValue('12 Harbor Lane')
  await fillAddress(page)
  await page.getByLabel('Phone').pressSequentially('12125550177')
  await expect(page.getByLabel('Phone')).toHaveValue('(212) 555-0177')
  await page.getByLabel('Phone').fill('')
  await expectAccessibleWhenWide(page)
  const address = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'SAVE AND CONTINUE' }).click()
  expect((await address).postDataJSON()).toMatchObject({ recipient_city: 'Portland', status: 'Open' })
  await page.getByRole('button', { name: 'SKIP' }).click()
  await expect(placeOrder(page)).toBeDisabled()
  await page.getByLabel('Your email').fill('nora')
  await page.getByLabel('Your first name').focus()
  await page.getByLabel('Your last name').focus()
  await expect(page.getByText('Please enter a valid first name')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await fillBuyer(page)
  await expect(placeOrder(page)).toBeDisabled()
  for (const field of ['number', 'expiry', 'cvc'])
    await expect(page.getByText(`Please enter a valid credit ${field}`)).toBeVisible()
  await page
    .frameLocator('iframe[title="Secure card number input frame"]')
    .getByRole('textbox')
    .pressSequentially('4242')
  await expect(page.getByText('Not completed yet')).toBeVisible()
  await page.frameLocator('iframe[title="Secure card number input frame"]').getByRole('textbox').fill('')
  await typeCard(page)
  await expect(placeOrder(page)).toBeEnabled()
  await expectAccessibleWhenWide(page)
  const submitted = page.waitForRequest(
    (request) =>
      request.method() === 'PUT' && (request.postDataJSON() as { status?: string }).status === 'Submit',
  )
  await press(placeOrder(page))
  await submitted
  await expect(heading(page, 'Thank you for your order')).toBeVisible()
  await expect(page).toHaveURL(/\/thankyou$/)
  // Its words stand beside each other, not one letter below another.
  const total = (await page.getByRole('term').filter({ hasText: 'Total' }).boundingBox())!
  expect(total.width).toBeGreaterThan(total.height)
  await expect(page.getByText('Please allow 2 to 3 business days for delivery.')).toBeVisible()
  await expectUsableStep(page)
  // Two seconds after the result.
  await expect.poll(() => countCarts(page)).toBe(0)
  await walkTo(page, '/cart')
  await expect(page).toHaveURL(/\/physicalcards$/)
})

/** How many carts the device has stored. */
const countCarts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('larder')
        opening.addEventListener('error', () => reject(opening.error!))
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('physicalOrders').objectStore('physicalOrders').count()
          counting.addEventListener('success', () => resolve(counting.result))
        })
      }),
  )
