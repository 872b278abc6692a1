import { goToPayment, placeButton, readOrderNumber, typeCard } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'
import { missingWhole, wholeBrowser } from '../fixtures/whole-browser.ts'
import { press } from '../pages/press.ts'

test.skip(missingWhole !== undefined, missingWhole)
test.use({
  launchOptions: {
    ...wholeBrowser,
    // The browser keeps pages in its memory, as everybody's does: Playwright switches that off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test('the way back to a payment that another tab has finished leads to the order, also where the browser keeps pages in its memory (P8)', async ({
  page,
  context,
}) => {
  await context.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) =>
      Object.assign(document.documentElement.dataset, { fromMemory: persisted }),
    ),
  )
  await goToPayment(page)
  await page.goto('/about')
  const back = () => page.evaluate(() => history.back())
  // While nobody has touched the order, it is the page of before.
  await back()
  await expect(page.locator('html')).toHaveAttribute('data-from-memory', 'true')
  await expect(placeButton(page)).toBeVisible()
  await page.goto('/about')

  const other = await context.newPage()
  await other.goto('/ordercheckout')
  await other.getByRole('radio', { name: /Curbside/ }).check()
  await other.getByRole('button', { name: 'CONTINUE' }).click()
  await typeCard(other)
  await press(placeButton(other))
  const number = await readOrderNumber(other)
  // Whether the browser has kept the page, or dropped it for the lock that the other tab took, is its own business.
  await back()
  expect(await readOrderNumber(page)).toBe(number)
  await expect(placeButton(page)).toHaveCount(0)
})
