import type { Locator, Page } from '@playwright/test'
import { countTaps } from '../fixtures/count-taps.ts'
import { expect, test } from '../fixtures/test.ts'
import {
  margherita,
  nora,
  placeButton,
  readOrderNumber,
  typeCard,
  walletButton,
  walletSheet,
} from '../pages/ordering.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/**
 * The taps and typed fields that a pizza for pickup takes, from the home page to the placed order, counted from the browser's
 * own events in the page and in the provider's frames. A change that adds one fails here, on a phone and in a wide window, where
 * dishes open over the list.
 */

/** Waits until the button has been in the same place for ten frames and the browser is idle. */
const waitUntilInPlace = (button: Locator): Promise<void> =>
  button.evaluate(
    (element) =>
      new Promise((resolve) => {
        let times = 0
        let lastY = NaN
        const look = (): void => {
          const { y } = element.getBoundingClientRect()
          times = y === lastY ? times + 1 : 0
          lastY = y
          if (times < 10) requestAnimationFrame(look)
          else requestIdleCallback(() => resolve())
        }
        look()
      }),
  )

/** Presses only when the page is still: a press that misses would be repeated and counted twice. */
async function pressOn(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  const pressed = page.getByRole(role, { name }).first()
  await pressed.scrollIntoViewIfNeeded()
  await waitUntilInPlace(pressed)
  await pressed.click()
}

async function openOrdering(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: /order/i }).first().click()
}
const atTheCart = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Review order', level: 1 })).toBeVisible()

/** A first visit, from the home page to the payment. */
async function goToPayment(page: Page): Promise<void> {
  await openOrdering(page)
  await page.locator(`a[href="${margherita}"]`).first().click()
  await pressOn(page, /^ADD TO ORDER/)
  await pressOn(page, 'REVIEW ORDER')
  await atTheCart(page)
  await pressOn(page, 'CONTINUE')
  await page.getByRole('radio', { name: /^Pickup/ }).check()
  await pressOn(page, 'CONTINUE')
  await page.getByLabel('First name').fill(nora.first)
  await page.getByLabel('Last name').fill(nora.last)
  await page.getByLabel('Phone').pressSequentially(nora.phone)
  await page.getByLabel('Email').fill(nora.email)
  await pressOn(page, 'CONTINUE')
}

/** The same on a device that has placed an order before. */
async function goToPaymentAgain(page: Page): Promise<void> {
  await openOrdering(page)
  await pressOn(page, 'Add Margherita, 12 inch')
  await pressOn(page, /REVIEW ORDER/, 'link')
  await atTheCart(page)
  await pressOn(page, 'CONTINUE')
  const answers = page.getByRole('list', { name: 'Your answers so far' })
  for (const text of ['Pickup', /Today, \d/, `Nora Quill, (212) 555-0177`])
    await expect(answers).toContainText(text)
}

async function payByCard(page: Page): Promise<void> {
  await typeCard(page)
  // When busy, the browser may send a press to the card field that its last frame shows in this place (pages/press.ts).
  await expect(placeButton(page)).toBeEnabled()
  await placeButton(page).scrollIntoViewIfNeeded()
  await waitUntilInPlace(placeButton(page))
  await placeButton(page).click()
}

async function payByWallet(page: Page): Promise<void> {
  const button = walletButton(page)
  await expect(button).toBeEnabled()
  // While the server is being told of a change nothing can be paid, and the wallet's button ignores presses.
  const wallet = page.getByRole('group', { name: 'Pay with a wallet' })
  await expect(wallet).not.toHaveAttribute('inert')
  await wallet.scrollIntoViewIfNeeded()
  await waitUntilInPlace(wallet)
  await button.click()
  await walletSheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
}

/** A card takes three more typed fields than a wallet, whose sheet takes one press of its own. */
const byCard = { pay: payByCard, typed: 3, inWallet: 0 }
const byWallet = { pay: payByWallet, typed: 0, inWallet: 1 }

test('a pizza that is picked up takes 9 taps and 4 typed fields, and 5 and none the second time; a card takes 3 more typed fields, a wallet none', async ({
  page,
  isMobile,
}) => {
  // Each window begins with another way to pay, so that the first and the second order are paid both ways.
  const [first, second] = isMobile ? [byCard, byWallet] : [byWallet, byCard]
  const counted = await countTaps(page)
  const figures = () => ({
    taps: counted.taps(),
    fields: counted.fields(),
    inWallet: counted.inWallet(),
  })
  await goToPayment(page)
  await first.pay(page)
  const number = await readOrderNumber(page)
  expect(figures()).toEqual({ taps: 9, fields: 4 + first.typed, inWallet: first.inWallet })
  counted.forget()
  await goToPaymentAgain(page)
  await second.pay(page)
  await expect(page.locator('[data-order-number]')).not.toHaveText(number)
  expect(figures()).toEqual({ taps: 5, fields: second.typed, inWallet: second.inWallet })
})
