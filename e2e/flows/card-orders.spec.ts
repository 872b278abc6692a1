import type { Page } from '@playwright/test'
import { fillLogin, member, signIn } from '../pages/account.ts'
import {
  beginSending,
  chooseAmount,
  chooseProgram,
  expectUsableStep,
  fillAddress,
  fillBuyer,
  goBack,
  heading,
  next,
  payByCard,
  placeOrder,
  fillRecipient,
  fillMessage,
  skipCode,
} from '../pages/card-orders.ts'
import { chooseNewCard, typeCard } from '../pages/ordering.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here. faults/card-orders.spec.ts buys a card with it.
test.use({ offlineWorker: false })

const summary = 'Order summary'
const personalMessage = 'Would you like to include a personal message?'

/** Both addresses offer the ways to send a card; a choice starts an order. */
async function enter(page: Page): Promise<void> {
  for (const path of ['/cards', '/sendcard']) {
    await walkTo(page, path)
    await expect(heading(page, 'Send A Gift Card')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(3)
    await expect(next(page)).toBeDisabled()
    await expect(
      page.getByText('Gift cards: dinner for someone you like, wrapped in a minute.'),
    ).toBeVisible()
  }
  const started = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/card/order/start'),
  )
  await page.getByRole('radio', { name: 'SEND CARD VIA POST' }).check()
  await next(page).click()
  expect((await started).postDataJSON()).toMatchObject({ type: 'SendPhysical' })
  await expect(page).toHaveURL(/\/mycards\/send\/SendPhysical\/0$/)
}

test('the entry: choices from the settings, CONTINUE after a choice, the merchant’s text below; the amount: a preset or another one, kept in the session; the three links at step 0, BACK; the step is kept for the same type, and another type starts over @GC-12 @GC-13 @GC-14 @GC-15 @RT-03 @RT-21 @EN-08 @GC-22 @GC-23 @GC-32 @ST-28 @ST-29 @ST-30 @ST-34 @VA-04 @EN-53 @one-window', async ({
  page,
  strict,
}) => {
  strict.expect(/status of 404/)
  await page.goto('/cards')
  await test.step('the entry', () => enter(page))
  await page.getByRole('button', { name: 'BACK' }).click()
  await page.getByRole('radio', { name: 'SEND CARD VIA EMAIL' }).check()
  await next(page).click()
  await expect(page).toHaveURL(/\/mycards\/send\/SendEmail\/0$/)
  for (const name of ['PURCHASE A NEW CARD', 'ADD AN EXISTING CARD', 'CHECK A CARD BALANCE'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: summary })).toHaveCount(0)
  await chooseProgram(page)
  await expect(heading(page, 'Choose an amount')).toBeVisible()
  for (const name of ['$25.00', '$50.00', '$75.00', '$100.00', '$125.00', '$150.00', 'Other Amount'])
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Amount' }).getByRole('radio')).toHaveCount(7)
  await expect(next(page)).toBeDisabled()
  await page.getByRole('button', { name: 'BACK' }).click()
  await chooseProgram(page)
  await page.getByRole('radio', { name: 'Other Amount' }).check()
  const amount = page.getByLabel('Amount in dollars')
  await amount.pressSequentially('123.456')
  await expect(amount).toHaveValue('123.45')
  await amount.fill('')
  await amount.pressSequentially('12000')
  await expect(amount).toHaveValue('1200')
  await amount.fill('')
  await expect(next(page)).toBeDisabled()
  await amount.pressSequentially('42.50')
  await page.reload()
  await expect(amount).toHaveValue('42.50')
  const kept = () =>
    page.evaluate(() => ['custom_amount', 'custom_amount_value'].map((name) => sessionStorage.getItem(name)))
  expect(await kept()).toEqual(['true', '42.50'])
  await next(page).click()
  await expect(heading(page, 'Have a promo code?')).toBeVisible()
  await expect(page.getByRole('region', { name: summary })).toContainText('Amount Due$42.50')
  await page.goto('/mycards/send/SendEmail/0')
  await expect(heading(page, 'Have a promo code?')).toBeVisible()
  // Another order starts without the kept step and amount.
  await walkTo(page, '/mycards/send/SendText/0')
  await expect(heading(page, 'Choose a card')).toBeVisible()
  expect(await kept()).toEqual([null, null])
  await page.getByRole('button', { name: 'BACK' }).click()
  await expect(page).toHaveURL(/\/sendcard$/)
  await page.goto('/mycards/send/SendPigeon/0')
  await expect(page).toHaveURL(/localhost:\d+\/$/)
})

test('a card by email: promo, recipient, message, payment, review @GC-20 @GC-25 @GC-26 @GC-29 @GC-30 @GC-31 @GC-32 @ST-28 @ST-35 @ST-36 @VA-20 @GC-22 @OV-04 @wide-window', async ({
  page,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 422/)
  await beginSending(page, 'SEND CARD VIA EMAIL')
  const chosen = await chooseProgram(page)
  await chooseAmount(page, '$50.00')
  const panel = page.getByRole('region', { name: summary })
  await expect(page.getByRole('button', { name: 'APPLY' })).toBeDisabled()
  await page.getByLabel('Promo code').fill('NOSUCHCODE')
  await page.getByRole('button', { name: 'APPLY' }).click()
  await expect(page.getByRole('alert')).toContainText('Error')
  await page.getByLabel('Promo code').fill('GIFT10')
  await page.getByRole('button', { name: 'APPLY' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'SUCCESS' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(panel).toContainText('Discount-$5.00')
  await expectUsableStep(page)
  await next(page).click()
  await expect(heading(page, 'Who is it for?')).toBeVisible()
  await next(page).click()
  await expect(page.getByText('Please enter a valid first name')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectUsableStep(page)
  await fillRecipient(page, { email: 'vera@example.test' })
  await expect(heading(page, personalMessage)).toBeVisible()
  await expectUsableStep(page)
  await fillMessage(page, 'See you on Friday')
  await expect(placeOrder(page)).toBeDisabled()
  await fillBuyer(page)
  await expect(placeOrder(page)).toBeDisabled()
  await expectUsableStep(page)
  // Going back to the first questions and forward again keeps what was typed.
  for (const title of [personalMessage, 'Who is it for?', 'Have a promo code?', 'Choose an amount'])
    await goBack(page, title)
  await expect(page.getByRole('radio', { name: '$50.00', exact: true })).toBeChecked()
  await next(page).click()
  await skipCode(page)
  await expect(page.getByLabel('First name')).toHaveValue('Vera')
  await next(page).click()
  await expect(page.getByLabel(/Personal message/)).toHaveValue('See you on Friday')
  await next(page).click()
  await expect(page.getByLabel('Your first name')).toHaveValue('Nora')
  await payByCard(page)
  await expect(page.getByRole('status').filter({ hasText: 'THANK YOU!' })).toBeVisible()
  await expect(panel).toContainText('Total Amount$45.00')
  // A receipt says how the order was paid, and has no amount due.
  await expect(panel).toContainText(/Paid with .+\$45\.00/)
  await expect(panel).not.toContainText('Amount Due')
  const facts = page.getByRole('list', { name: 'Your gift' })
  await expect(facts).toContainText('vera@example.test')
  await expect(facts).toContainText('See you on Friday')
  const bought = page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
  await expect(bought).toContainText('$50.00')
  await expect(bought).toContainText(chosen)
  await expect(bought.getByRole('img', { name: 'Classic design' })).toBeVisible()
  await expectUsableStep(page)
  await page.reload()
  await expect(heading(page, 'Your order is placed')).toBeVisible()
  await page.getByRole('button', { name: 'GO TO HOME' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await page.goto('/mycards/send/SendEmail/0')
  await expect(heading(page, 'Choose a card')).toBeVisible()
})

test('a card by post: price and quantity, review with changes, CONTINUE while one is being sent, address, shipping in the panel @GC-21 @GC-24 @GC-28 @ST-27 @ST-33 @VA-05 @VA-10 @VA-19 @GC-23 @GC-32 @GC-22 @OV-04 @one-window', async ({
  page,
  faults,
}) => {
  test.slow()
  await beginSending(page, 'SEND CARD VIA POST')
  await expect(page.getByRole('region', { name: summary })).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await page.getByLabel('Price').fill('30')
  await next(page).click()
  await expect(heading(page, 'Review Order')).toBeVisible()
  await page.getByRole('button', { name: 'Add Another' }).click()
  // The review has its own price and quantity.
  await expect(heading(page, 'Choose price and quantity')).toBeVisible()
  await page.getByLabel('Price').fill('20.50')
  await page.getByLabel('Quantity').fill('2')
  await next(page).click()
  await expect(page.getByText('Subtotal $71.00')).toBeVisible()
  const second = page.getByRole('group', { name: 'Gift card 2' })
  await second.getByLabel('Price').fill('')
  await expect(second.getByText('Please enter a valid price')).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await second.getByLabel('Price').fill('99999')
  await expect(second.getByLabel('Price')).toHaveValue('10000')
  await page.getByRole('button', { name: 'Remove Gift card 2' }).click()
  await expect(page.getByText('Subtotal $30.00')).toBeVisible()
  await test.step('CONTINUE goes on when the change that is being sent has arrived', async () => {
    const change = faults.arm({ method: 'PUT', path: /\/card\/order\// }, { kind: 'delay' })
    await page.getByLabel('Quantity').fill('2')
    await change.met
    await page.getByRole('button', { name: /^(CONTINUE|One second…)$/ }).click()
    await expect(page.getByRole('button', { name: 'One second…' })).toBeVisible()
    change.release()
    await skipCode(page)
  })
  await fillAddress(page)
  await next(page).click()
  // BACK on the step that is being saved would lead one step further back.
  await expect(heading(page, 'Would you like to include a personal message?')).toBeVisible()
  await expect(page.getByRole('region', { name: summary })).toContainText('Shipping & Handling')
  for (const title of [
    'Where should it go?',
    'Have a promo code?',
    'Review Order',
    'Choose price and quantity',
  ])
    await goBack(page, title)
  await page.getByRole('button', { name: /^Review order \(\d\)$/ }).click()
  await next(page).click()
  await skipCode(page)
  await expect(page.getByLabel('Street address')).toHaveValue('12 Harbor Lane')
  await expect(page.getByLabel(/^Apartment, floor/)).toHaveValue('Unit 4')
  await next(page).click()
  await fillMessage(page, 'For the long table')
  await fillBuyer(page)
  await payByCard(page)
  await expect(page.getByText(/Please allow 2 to 3 business days/)).toBeVisible()
})

test('a member buys a card and reloads it: it is among their cards @GC-17 @GC-18 @GC-31 @ST-32 @RT-30 @RT-32 @VA-28 @AP-07 @AP-11 @AO-03 @GC-30 @OV-04 @RO-02 @VA-18 @one-window', async ({
  page,
}) => {
  test.slow()
  await page.goto('/mycards/Purchase/0')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, member)
  await page.goto('/mycards/Purchase/0')
  await chooseProgram(page)
  await chooseAmount(page, '$75.00')
  await skipCode(page)
  await expect(heading(page, 'Please enter your payment information.')).toBeVisible()
  await expect(page.getByLabel('Your first name')).toHaveCount(0)
  await chooseNewCard(page)
  await page.getByLabel('Keep this card for next time').check()
  const submitted = page.waitForRequest((request) => request.url().endsWith('/submit'))
  await payByCard(page)
  const sent = (await submitted).postDataJSON() as Record<string, unknown>
  expect(sent).toMatchObject({
    recipient_email: member.email,
    payment_source: expect.any(String),
    stripe_customer_id: expect.any(String),
    keep_card: true,
  })
  expect([sent.payment_token, sent.buyer_email]).toEqual([undefined, undefined])
  const number = (await page.getByRole('list', { name: 'Cards' }).innerText()).match(
    /\d{4} \d{4} \d{4} \d{4}/,
  )?.[0]
  expect(number).toBeDefined()
  await page.getByRole('button', { name: 'VIEW MY GIFT CARDS' }).click()
  await expect(page).toHaveURL(/\/mycards$/)
  await expect(page.getByText(number!).first()).toBeVisible()
  // Skip the answer to the page that is being left: its body is discarded with that page.
  await page.reload({ waitUntil: 'commit' })
  const answer = page.waitForResponse((response) => response.url().includes('/cards?showall=true'))
  const { cards } = (await (await answer).json()) as {
    cards: { id: string; card_number: string; balance: number }[]
  }
  const card = cards.find((one) => one.card_number === number!.replaceAll(' ', ''))!
  expect(card.balance).toBe(7500)
  await page.goto(`/mycards/Reload/${card.id}`)
  await expect(heading(page, 'How much would you like to add?')).toBeVisible()
  await expectUsableStep(page)
  await chooseAmount(page, '$25.00')
  await skipCode(page)
  const saved = page.getByRole('radio', { name: /ending in/ }).first()
  await expect(saved).toBeVisible()
  await press(placeOrder(page))
  await expect(heading(page, 'Your order is placed')).toBeVisible()
  await page.getByRole('button', { name: 'VIEW MY GIFT CARDS' }).click()
  await expect(page.getByText('$100.00').first()).toBeVisible()
  await page.goto('/account')
  const remove = page.getByRole('button', { name: /^Remove .* ending in 4242$/ })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'REMOVE THE CARD' }).click()
  await expect(page.getByText('Visa ending in 4242 is removed.')).toBeFocused()
  await expect(remove).toHaveCount(0)
  await expectAccessible(page)
})

test('a guest pays by token; one who has reached the day’s limit signs in, and continues the order where they were; a declined card keeps the order and says why @ER-09 @ER-08 @VA-18 @VA-28 @AO-03 @RO-01 @one-window', async ({
  page,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 40[23]/)
  await page.setViewportSize({ width: 320, height: 568 })
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await page.getByRole('radio', { name: /other/i }).check()
  await page.getByRole('textbox').fill('600')
  await next(page).click()
  await skipCode(page)
  await fillRecipient(page, { email: 'vera@example.test' })
  await fillMessage(page, 'See you on Friday')
  await fillBuyer(page)
  await typeCard(page)
  const submitted = page.waitForRequest((request) => request.url().endsWith('/submit'))
  await press(placeOrder(page))
  const sent = (await submitted).postDataJSON() as Record<string, unknown>
  expect(sent).toMatchObject({
    payment_token: expect.any(String),
    buyer_email: 'nora@example.test',
    buyer_first_name: 'Nora',
    buyer_last_name: 'Quill',
  })
  expect(sent.payment_source).toBeUndefined()
  const told = page.getByRole('alert').filter({ hasText: 'Error' })
  await expect(told).toContainText(
    'Without an account, gift cards for up to $500.00 a day can be bought here.',
  )
  // The message is visible although the button is at the end of a form longer than the window.
  await expect(told).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await fillLogin(page, member)
  await chooseNewCard(page)
  await typeCard(page, '4000000000000002')
  await press(placeOrder(page))
  await expect(told).toContainText('Your card was declined.')
  await expect(told).toBeInViewport({ ratio: 1 })
  await expect(heading(page, 'Please enter your payment information.')).toBeVisible()
  await page
    .frameLocator('iframe[title="Secure card number input frame"]')
    .getByRole('textbox')
    .fill('4242424242424242')
  await press(placeOrder(page))
  await expect(heading(page, 'Your order is placed')).toBeVisible()
})
