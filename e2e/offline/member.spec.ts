import type { Page } from '@playwright/test'
import { dayMs, hourMs } from '#contract/durations.ts'
import { launched } from '../fixtures/launched.ts'
import { readCode128 } from '../fixtures/read-barcode.ts'
import { expect, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { loginButton, signIn } from '../pages/account.ts'
import { barcode, cardNumbers, counter } from '../pages/cards.ts'

test('a member who only ever saw the home page has cards, points, transactions and orders without a signal; the phone evicted the browser, and the counter has no signal: the barcode is there, with its age (B15); after 29 days without a network the cards are there, and online the session continues without a new sign-in; Back after signing out shows nothing of the member (U5) @GC-03 @ST-02 @BC-04', async ({
  device,
  baseURL,
  faults,
  clock,
  strict,
}) => {
  test.slow()
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  await signIn(device.page)
  await launched(device.page)
  const wanted = [/\/cards\?/, /\/user\/transactions/, /\/ticketorder\/history/]
  await expect
    .poll(() => wanted.filter((path) => faults.calls.some((call) => path.test(call.path))).length)
    .toBe(wanted.length)
  // Every request has been answered and its data stored: the page is idle.
  await device.page.waitForLoadState('networkidle')
  await faults.stop()
  await clock.advance(3 * hourMs)
  let page = await device.relaunch()

  await page.goto(`${baseURL}/mycards/counter`)
  await test.step('at the counter', () => expectCardsAtCounter(page))
  await test.step('what is the member’s own', async () => {
    await page.getByRole('link', { name: 'View card ending in 0021' }).click()
    await expect(page.getByText('$18.25').last()).toBeVisible()
    await expect.poll(async () => (await readCode128(await page.screenshot()))[0]).toBe(cardNumbers.second)
    await walkTo(page, '/rewards')
    await expect(page.getByText(/points/i).first()).toBeVisible()
    await walkTo(page, '/account')
    const transactions = page.getByRole('region', { name: 'My Transactions' })
    await expect(transactions.getByRole('listitem').first()).toContainText('$')
    await walkTo(page, '/tickethistory')
    await expect(page.getByRole('list', { name: 'Your orders' }).getByRole('listitem').first()).toBeVisible()
    await page
      .getByRole('link', { name: /^VIEW ORDER/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
    await expect(page.getByText('isn’t saved on this device yet')).toHaveCount(0)
  })

  await test.step('29 days later', async () => {
    await clock.advance(29 * dayMs - 3 * hourMs)
    page = await device.relaunch()
    await page.goto(`${baseURL}/mycards`)
    await expect(page.getByText('Balances as of 29 days ago')).toBeVisible()
    await page.getByRole('link', { name: 'View card ending in 7896' }).click()
    await expect(page.getByText('$75.00')).toBeVisible()
    const tokenOf = () => page.evaluate(() => sessionStorage.getItem('token'))
    const before = await tokenOf()
    faults.forget()
    await faults.start()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(tokenOf).not.toBe(before)
    await page.goto(`${baseURL}/mycards`)
    await expect(page.getByText('Balances as of just now')).toBeVisible()
    expect(faults.calls.filter(({ path }) => path.endsWith('/v2.0/auth/refreshtoken'))).toHaveLength(1)
  })
  await test.step('Back after signing out', async () => {
    await page.goto(`${baseURL}/account`)
    await page.getByRole('button', { name: 'SIGN OUT', exact: true }).click()
    await expect(loginButton(page)).toBeVisible()
    await page.goBack()
    await expect(loginButton(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Hello/ })).toHaveCount(0)
  })
})

/** Each of the member's cards is shown with its barcode, and its balance with its age; closing leads to the cards. */
async function expectCardsAtCounter(page: Page): Promise<void> {
  await expect(counter(page)).toContainText(/as of \d+:\d\d[ap]m, 3 h ago/)
  const [shown] = await readCode128(await page.screenshot())
  // Which card comes first depends on what other tests bought for this member: the bars encode the number printed below them.
  expect(shown).toMatch(/^\d{16}$/)
  await expect(counter(page)).toContainText(shown!.replaceAll(/(\d{4})(?=\d)/g, '$1 '))
  await page.getByRole('button', { name: 'Next card' }).click()
  await expect.poll(async () => (await readCode128(await page.screenshot()))[0]).not.toBe(shown)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
}
