import type { Page } from '@playwright/test'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import { goToPayment, placeButton, readOrderNumber, typeCard } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'
import { missingWhole, wholeBrowser } from '../fixtures/whole-browser.ts'
import { press } from '../pages/press.ts'

test.skip(missingWhole !== undefined, missingWhole)
test.use({
  launchOptions: {
    ...wholeBrowser,
    // Keep pages in the back/forward cache, as in an ordinary browser: Playwright turns it off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

/**
 * Waits until no change is being sent: a page that is left while it sends holds the queue's lock, and the browser drops it from
 * the back/forward cache when the next page requests that lock (`weblocks-contention`).
 */
async function nothingIsSent(page: Page, faults: FaultProxy): Promise<void> {
  await expect.poll(() => faults.calls.find(({ path }) => path.endsWith('/tip'))?.status).toBe(200)
  const locks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return held.length + pending.length
    })
  await expect.poll(locks).toBe(0)
}

/** Marks the page with whether it came from the back/forward cache; if not, with the browser's reasons. Runs in the page. */
function tellHowItCame(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const [entry] = performance.getEntriesByType('navigation')
    const why = JSON.stringify(entry, ['notRestoredReasons', 'reasons', 'reason'])
    document.documentElement.dataset['fromMemory'] = persisted ? 'yes' : why
  })
}

test('Back to a payment that another tab has finished leads to the order, even when the browser restores the page from memory (P8)', async ({
  page,
  context,
  faults,
}) => {
  await context.addInitScript(tellHowItCame)
  await goToPayment(page)
  await nothingIsSent(page, faults)
  await page.goto('/about')
  const back = () => page.evaluate(() => history.back())
  // While nobody has changed the order, the page comes back as it was.
  await back()
  await expect(page.locator('html')).toHaveAttribute('data-from-memory', 'yes')
  await expect(placeButton(page)).toBeVisible()
  await page.goto('/about')

  const other = await context.newPage()
  await other.goto('/ordercheckout')
  await other.getByRole('radio', { name: /Curbside/ }).check()
  await other.getByRole('button', { name: 'CONTINUE' }).click()
  await typeCard(other)
  await press(placeButton(other))
  const number = await readOrderNumber(other)
  // The browser may have kept the page, or dropped it for the lock that the other tab took: either is right.
  await back()
  expect(await readOrderNumber(page)).toBe(number)
  await expect(placeButton(page)).toHaveCount(0)
})
