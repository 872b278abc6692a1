import { launched } from '../fixtures/launched.ts'
import { readCode128 } from '../fixtures/read-barcode.ts'
import { expect, test } from '../fixtures/test.ts'
import { signIn } from '../pages/account.ts'
import { cardNumbers } from '../pages/cards.ts'

test('a member who only ever saw the home page has cards, points, transactions and orders without a signal', async ({
  device,
  baseURL,
  faults,
  strict,
}) => {
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  const { page } = device
  await signIn(page)
  await launched(page)
  const wanted = [/\/cards\?/, /\/user\/transactions/, /\/ticketorder\/history/]
  await expect
    .poll(() => wanted.filter((path) => faults.calls.some((call) => path.test(call.path))).length)
    .toBe(wanted.length)
  // Every request has been answered and its data stored: the page is idle.
  await page.waitForLoadState('networkidle')
  await faults.stop()
  const again = await device.relaunch()
  await again.goto(`${baseURL}/mycards`)
  await again.getByRole('link', { name: 'View card ending in 0021' }).click()
  await expect(again.getByText('$18.25').last()).toBeVisible()
  await expect.poll(async () => (await readCode128(await again.screenshot()))[0]).toBe(cardNumbers.second)
  await again.goto(`${baseURL}/rewards`)
  await expect(again.getByText(/points/i).first()).toBeVisible()
  await again.goto(`${baseURL}/account`)
  await expect(
    again.getByRole('region', { name: 'My Transactions' }).getByRole('listitem').first(),
  ).toContainText('$')
  await again.goto(`${baseURL}/tickethistory`)
  await expect(again.getByRole('list', { name: 'Your orders' }).getByRole('listitem').first()).toBeVisible()
  await again
    .getByRole('link', { name: /^VIEW ORDER/ })
    .first()
    .click()
  await expect(again.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
  await expect(again.getByText('isn’t saved on this device yet')).toHaveCount(0)
})
