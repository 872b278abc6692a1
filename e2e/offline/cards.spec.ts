import { hourMs } from '#contract/durations.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import { findSecrets, readStores } from '../fixtures/scan.ts'
import { readCode128 } from '../fixtures/read-barcode.ts'
import { loginButton, signIn } from '../pages/account.ts'
import { barcode, cardNumbers, counter, openCards } from '../pages/cards.ts'

const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

test('the phone evicted the browser, and the counter has no signal: the barcode is there, with its age @GC-03 (B15)', async ({
  device,
  baseURL,
  faults,
  clock,
  strict,
}) => {
  strict.expect(offline)
  await signIn(device.page)
  await openCards(device.page)
  await device.page.getByRole('link', { name: 'View card ending in 0021' }).click()
  await expect(device.page.getByText('$18.25').last()).toBeVisible()
  await launched(device.page)
  await faults.stop()
  await clock.advance(3 * hourMs)
  const page = await device.relaunch()
  await page.goto(`${baseURL}/mycards/counter`)
  await expect(counter(page)).toContainText(/as of \d+:\d\d[ap]m, 3 h ago/)
  const [shown] = await readCode128(await page.screenshot())
  // Which card comes first depends on what other tests bought for this member: the bars encode the number printed below them.
  expect(shown).toMatch(/^\d{16}$/)
  await expect(counter(page)).toContainText(shown!.replaceAll(/(\d{4})(?=\d)/g, '$1 '))
  await page.getByRole('button', { name: 'Next card' }).click()
  await expect.poll(async () => (await readCode128(await page.screenshot()))[0]).not.toBe(shown)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
  // Pages of cards that were opened before are there, too.
  await page.getByRole('link', { name: 'View card ending in 0021' }).click()
  await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('$18.25')
})

test('signing out without a signal leaves no trace of the cards in any store @LO-04', async ({
  page,
  faults,
  strict,
}) => {
  strict.expect(offline)
  await signIn(page)
  await openCards(page)
  await page.getByRole('link', { name: 'View card ending in 0021' }).click()
  await expect(page.getByRole('region', { name: 'Transactions' })).toContainText('$18.25')
  await launched(page)
  const secrets = { ...cardNumbers, giver: 'Aunt Freja', endOfNumber: '• 0021' }
  const held = ['full', 'second', 'empty', 'expired', 'giver', 'endOfNumber']
  // The list is stored just after it is shown.
  await expect
    .poll(async () => findSecrets(await readStores(page), secrets).toSorted())
    .toEqual(held.toSorted())
  await faults.stop()
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  // The form may be visible before the portal has ended the session.
  await expect.poll(async () => findSecrets(await readStores(page), secrets)).toEqual([])
  await page.goto('/mycards/counter')
  await expect(loginButton(page)).toBeVisible()
  await expect(counter(page)).toHaveCount(0)
})

test('actions that need an answer now say so without a signal, and send nothing later', async ({
  page,
  faults,
  strict,
}) => {
  strict.expect(offline)
  await signIn(page)
  await page.goto('/mycards/import')
  await page.getByRole('textbox', { name: 'CLAIM CODE' }).fill('NOBODY-HAS-THIS')
  await launched(page)
  await faults.stop()
  await page.getByRole('button', { name: 'APPLY', exact: true }).last().click()
  await expect(page.getByRole('alert')).toContainText(
    'We couldn’t tell whether this went through. Check before you try again.',
  )
  await expect(page.getByRole('textbox', { name: 'CLAIM CODE' })).toHaveValue('NOBODY-HAS-THIS')
  faults.forget()
  await faults.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => faults.calls.length).toBeGreaterThan(0)
  expect(faults.calls.filter(({ path }) => path.endsWith('/card/import'))).toEqual([])
})
