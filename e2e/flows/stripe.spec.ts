import type { Page } from '@playwright/test'
import { notInInventory, watchScripts } from '../fixtures/script-inventory.ts'
import { openStripe, type StripeBrowser, type StripeWorld } from '../fixtures/stripe.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test as base } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import {
  beginSending,
  chooseAmount,
  chooseProgram,
  fillBuyer,
  fillMessage,
  fillRecipient,
  heading,
  skipCode,
} from '../pages/card-orders.ts'
import {
  addShownDish,
  chooseCurbside,
  chooseTime,
  fillContact,
  margherita,
  placeButton,
  readOrderNumber,
  readTicketId,
  reviewOrder,
  tip,
  typeCard,
} from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/**
 * Cards are charged by Stripe: its script comes from Stripe's own address, and both the script and the API are simulated
 * (`fixtures/stripe.ts`).
 */

const test = base.extend<{ stripe: StripeWorld }>({
  // Set up before any page and kept as long as the world: the server restarts for it.
  stripe: [
    async ({ world }, use) => {
      const { stripe, close } = await openStripe(world)
      await use(stripe)
      await close()
    },
    { auto: true },
  ],
})

// The service worker plays no part in what is tested here, and a worker's own requests could not be answered in Stripe's place.
test.use({ offlineWorker: false })

const wallets = (page: Page) => page.getByRole('group', { name: 'Pay with a wallet' })
const express = (page: Page) => page.frameLocator('iframe[title="Secure express checkout frame"]')
const number = (page: Page) =>
  page.frameLocator('iframe[title="Secure card number input frame"]').getByRole('textbox')

/** Records what the page's Content Security Policy refuses from here on. The console reports it, too, but later. */
async function watchPolicy(page: Page): Promise<readonly string[]> {
  const refused: string[] = []
  await page.exposeFunction('larderRefused', (what: string) => void refused.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (globalThis as unknown as { larderRefused(what: string): void }).larderRefused(
        `${effectiveDirective} ${blockedURI}`,
      ),
    )
  })
  return refused
}

test('a dinner is paid through Stripe: its script loads for the payment step only, its field explains an invalid card, one bank declines, another asks for authentication, a refund is shown, a wallet on the device pays for a gift card, and the page’s policy holds @AT-15 @one-window', async ({
  page,
  world,
  stripe,
  strict,
}) => {
  test.slow()
  const browser = await stripe.answer(page)
  const refused = await watchPolicy(page)
  const scripts = watchScripts(page)
  await page.goto('/')
  for (const path of ['/order', margherita]) {
    await walkTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await addShownDish(page, { size: '16 inch' })
  await reviewOrder(page)
  await chooseCurbside(page)
  await chooseTime(page)
  expect(browser.asked).toEqual([])
  await fillContact(page)
  await tip(page, 15)

  await typeCard(page, '4242424242424241')
  expect(browser.asked.map(({ url }) => url).filter((url) => url.endsWith('/stripe.js'))).toEqual([
    expect.stringMatching(/^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js$/),
  ])
  await expect(page.getByRole('status').filter({ hasText: 'Your card number is invalid.' })).toBeVisible()
  await expect(placeButton(page)).toBeDisabled()
  // A device without a wallet: Stripe's frame has loaded, and shows nothing.
  await expect(page.locator('iframe[title="Secure express checkout frame"]')).toHaveAttribute('data-ready')
  await expect(wallets(page)).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  strict.expect(/status of 402/)
  await number(page).fill('4000000000000002')
  await press(placeButton(page))
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
  await number(page).fill('4000002500003155')
  await press(placeButton(page))
  const challenge = page.frameLocator('iframe[title="3D Secure challenge frame"]')
  await press(challenge.getByRole('button', { name: 'Complete authentication' }))
  await readOrderNumber(page)
  await expect(page.getByText(/Visa ending in 4242.*\$27\.25/)).toBeVisible()

  const id = await readTicketId(page)
  expect(
    await world.database.query(
      'SELECT non_tip_cents + tip_cents AS cents FROM payments WHERE ticket_id = $1',
      [id],
    ),
  ).toEqual([{ cents: 2725 }])
  // The payment method was created with the restaurant's own key and charged once, in its own account.
  const made = browser.asked.filter(({ url }) => url === 'https://api.stripe.com/v1/payment_methods')
  expect(made.map(({ form }) => [form.get('key'), form.get('_stripe_account')])).toEqual([
    ['pk_test_bella', null],
    ['pk_test_bella', null],
  ])
  expect(made.map(({ form }) => form.get('billing_details[name]'))).toEqual(['Nora Quill', 'Nora Quill'])
  expect(chargesOf(stripe, 'acct_bella')).toEqual([2725])
  expect(chargesOf(stripe, 'acct_platform')).toEqual([])
  expect(new Set(browser.asked.map(({ from }) => from))).toEqual(new Set(['/ordercheckout']))
  expectInventory(page, scripts)

  await test.step('a refund', () => refundAtStripe(page, stripe, id))
  await test.step('a wallet', () => payGiftByWallet(page, stripe, browser))
  expectInventory(page, scripts)

  // The policy refused nothing of this payment, and it is in force.
  expect(refused).toEqual([])
  strict.expect(/TrustedScriptURL|Content Security Policy/)
  await page.evaluate(loadFromElsewhere)
  await expect.poll(() => refused.length).toBeGreaterThan(0)
})

/** A wallet on the device pays for a gift card, and none is offered on earlier steps. */
async function payGiftByWallet(page: Page, stripe: StripeWorld, browser: StripeBrowser): Promise<void> {
  const before = browser.asked.length
  browser.wallets = ['googlePay', 'link']
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await chooseAmount(page, '$50.00')
  await skipCode(page)
  await fillRecipient(page, { email: 'wallet-for-vera@example.test' })
  expect(browser.asked.slice(before)).toEqual([])
  await fillMessage(page, 'Eat well')
  await fillBuyer(page)
  await expect(wallets(page)).toBeVisible()
  await expect(express(page).getByRole('button')).toHaveText(['Pay with Google Pay', 'Pay with Link'])
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  // Closing the wallet's sheet pays nothing; opened again, it pays the amount shown.
  const open = () => press(express(page).getByRole('button', { name: 'Pay with Google Pay' }))
  await open()
  await press(express(page).getByRole('button', { name: 'Close the wallet' }))
  await open()
  await press(express(page).getByRole('button', { name: 'Pay $50.00' }))
  await expect(heading(page, 'Your order is placed')).toBeVisible()

  const made = browser.asked
    .slice(before)
    .filter(({ url }) => url === 'https://api.stripe.com/v1/payment_methods')
  expect(made.map(({ form }) => [form.get('key'), form.get('card[wallet]')])).toEqual([
    ['pk_test_bella', 'google_pay'],
  ])
  expect(chargesOf(stripe, 'acct_bella')).toEqual([2725, 5000])
}

/** The scripts that the page fetched are exactly those that docs/security.md lists, our own and Stripe's. */
function expectInventory(page: Page, scripts: readonly string[]): void {
  const { origin } = new URL(page.url())
  expect(notInInventory(scripts, origin, 'stripe')).toEqual([])
  expect(new Set(scripts.map((url) => new URL(url).origin))).toEqual(
    new Set([origin, 'https://js.stripe.com']),
  )
}

/** A refund made in Stripe's dashboard shows on the guest's order as soon as Stripe has sent its event. */
async function refundAtStripe(page: Page, stripe: StripeWorld, ticketId: string): Promise<void> {
  stripe.dashboard('acct_bella').refund(intentOf(stripe, 'acct_bella'), 500)
  expect(new Set(await stripe.sendEventsToBella())).toEqual(new Set([200]))
  await page.goto(`/ticket/${ticketId}`)
  await expect(page.getByRole('region', { name: 'Money back' })).toContainText(
    '$5.00 goes back to Visa ending in 4242',
    { timeout: 60_000 },
  )
}

/** The amounts charged in an account, in cents. */
const chargesOf = (stripe: StripeWorld, account: string): number[] =>
  [...stripe.account(account).objects.values()].flatMap((one) =>
    one.object === 'charge' ? [one.amount] : [],
  )

/** The payment intent of the first charge in an account. */
const intentOf = (stripe: StripeWorld, account: string): string =>
  [...stripe.account(account).objects.values()].flatMap((one) =>
    one.object === 'charge' ? [one.payment_intent!] : [],
  )[0]!

/** Loads a script that no policy of ours allows. Runs in the page. */
function loadFromElsewhere(): void {
  try {
    const script = document.createElement('script')
    script.src = 'https://elsewhere.example/skim.js'
    document.head.append(script)
  } catch {
    // A browser with Trusted Types refuses the assignment itself.
  }
}
