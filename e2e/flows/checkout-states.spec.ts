import type { Page } from '@playwright/test'
import { entryNames } from '#db/names.ts'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { signIn } from '../pages/account.ts'
import {
  addMargherita,
  addShownDish,
  fillContact,
  goToPayment,
  placeButton,
  readOrderNumber,
  reviewOrder,
  tip,
  typeCard,
} from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/**
 * States of checkout when something goes wrong: axe finds nothing, in light and in dark colors, and nothing is wider than a small phone.
 * What leads to each state is tested in tests/src/checkout; states that another end-to-end test reaches anyway are checked there.
 */

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

const next = (page: Page) => page.getByRole('button', { name: 'CONTINUE' })
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

const refusal = (code: string, message: string, field?: string) =>
  JSON.stringify({ message, code, errors: [{ message, ...(field && { field }) }] })

async function openTip(page: Page, dollars: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Other tip' }))
  await page.getByRole('radio', { name: 'Another amount' }).check()
  await page.getByLabel('Tip in dollars').fill(dollars)
}

test('a tip that is too large, unusual or refused, a time that is no longer available, a slow payment @one-window', async ({
  page,
  faults,
  strict,
}) => {
  strict.expect(/status of 4(09|22)/)
  await goToPayment(page)
  await openTip(page, '500')
  await expect(page.getByLabel('Tip in dollars')).toHaveAccessibleDescription(/at most/)
  await look(page)
  await page.getByLabel('Tip in dollars').fill('15')
  await press(next(page))
  await expect(page.getByText('Is this right?')).toBeVisible()
  await look(page)
  const body = refusal('validation_failed', 'A tip cannot be changed just now.', 'tip')
  faults.arm({ method: 'POST', path: /\/tip$/ }, { kind: 'status', status: 422, body })
  await press(page.getByRole('button', { name: /^YES, TIP/ }))
  await expect(alert(page, 'A tip cannot be changed just now.')).toBeVisible()
  await look(page)

  // The refusal arrives after the guest has left the tip step: it is shown on the step they are on.
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  await page.route(
    /\/tip$/,
    async (route) => {
      await left
      await route.fulfill({ status: 422, body, contentType: 'application/json' })
    },
    { times: 1 },
  )
  await press(page.getByRole('button', { name: /^(CONTINUE|YES, TIP)/ }))
  await press(page.getByRole('button', { name: 'BACK', exact: true }))
  await expect(page.getByRole('heading', { name: 'Have a promo code?' })).toBeVisible()
  leave()
  await expect(alert(page, 'A tip cannot be changed just now.')).toBeVisible()
  await look(page)
  await press(page.getByRole('button', { name: 'Dismiss' }))
  await press(next(page))
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await payInStates(page, faults)
})

/** From the payment step on: the chosen time is gone, and then a slow payment. */
async function payInStates(page: Page, faults: FaultProxy): Promise<void> {
  await typeCard(page)
  const gone = refusal('validation_failed', 'That time is not free anymore.', 'ready_time_v2')
  faults.arm({ method: 'POST', path: /\/payment$/ }, { kind: 'status', status: 422, body: gone })
  await press(placeButton(page))
  await expect(page.getByRole('button', { name: 'CHOOSE ANOTHER TIME' })).toBeVisible()
  await look(page)
  // Show at once the message that appears after ten seconds of waiting.
  await page.evaluate(() => {
    const real = setTimeout
    const hasty = (run: () => void, ms?: number) => real(run, ms === 10_000 ? 0 : ms)
    Object.assign(window, { setTimeout: hasty })
  })
  const slow = faults.arm({ method: 'POST', path: /\/payment$/ }, { kind: 'delay' })
  await press(placeButton(page))
  await expect(page.getByText('Still working on your payment…')).toBeVisible()
  await look(page)
  slow.release()
  await readOrderNumber(page)
}

/** The same notice is on the menu, on the order and in checkout. A server polls every three seconds for a pause begun by another server. */
async function lookAtNote(page: Page, note: string): Promise<void> {
  for (const path of ['/order', '/ordercart', '/ordercheckout']) {
    await expect(async () => {
      await page.evaluate(() => localStorage.removeItem('larder:queries'))
      await page.goto(path)
      await expect(page.getByText(note)).toBeVisible({ timeout: 4000 })
    }).toPass()
    await look(page)
  }
}

test('a kitchen that pauses orders, on the menu, the order and in checkout, and an order whose time has passed @one-window', async ({
  page,
  world,
  clock,
  strict,
}) => {
  strict.expect(/status of 4(09|22)/)
  await goToPayment(page)
  const endPause = () => world.database.query(`UPDATE kitchens SET paused_until = NULL`)
  await world.database.query(
    `INSERT INTO kitchens (location_id, is_on, changed_at, paused_until, pause_length, pause_reason, pause_reason_told)
     VALUES ('bella-nyc', true, $1, $2, '30', 'busy', true)
     ON CONFLICT (location_id) DO UPDATE SET paused_until = excluded.paused_until, pause_length = excluded.pause_length,
       pause_reason = excluded.pause_reason, pause_reason_told = excluded.pause_reason_told`,
    // The pause ends after the time that the order was placed for.
    [clock.now(), clock.now() + 3 * 60 * 60_000],
  )
  try {
    await lookAtNote(page, 'No new orders right now')
    await endPause()
    // After midnight.
    await clock.advance(7 * 60 * 60_000)
    await page.goto('/ordercheckout')
    await typeCard(page)
    await press(placeButton(page))
    await expect(alert(page, 'Error')).toBeVisible()
    await look(page)
  } finally {
    await endPause()
  }
})

test('a member’s gift cards @one-window', async ({ page }) => {
  await signIn(page)
  await addMargherita(page)
  await page.evaluate(([key, step]) => sessionStorage.setItem(key, step), [
    entryNames.checkoutStep,
    'payment',
  ] as const)
  await page.goto('/ordercheckout')
  await press(page.getByRole('button', { name: 'GIFT CARD', exact: true }))
  await expect(page.getByRole('radio', { name: /^Gift card/ }).first()).toBeVisible()
  await look(page)
})

test('the whole of checkout in another restaurant’s colors @one-window', async ({ page, portal }) => {
  const home = portal('smoke')
  await page.goto(`${home}/order/brisket-beef/category/brisket`)
  await page.getByRole('main').getByRole('link').filter({ hasText: '$' }).first().click()
  await addShownDish(page, { size: 'Lean, from the flat' })
  await look(page)
  await reviewOrder(page)
  await look(page)
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'How would you like it?' })).toBeVisible()
  await look(page)
  await page.getByRole('radio').last().check()
  await next(page).click()
  // Smoke asks for no time, and has no promo codes.
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeVisible()
  await next(page).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await look(page)
  await fillContact(page)
  await openTip(page, '500')
  await look(page)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await next(page).click()
  await tip(page, 10)
  await typeCard(page)
  // The button's color changes when the card is complete: wait for it before the colors are checked.
  await expect(placeButton(page)).toBeEnabled()
  await look(page)
  await press(placeButton(page))
  await readOrderNumber(page)
  await look(page)
})
