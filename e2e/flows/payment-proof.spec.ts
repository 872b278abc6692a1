import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import { heading } from '../pages/card-orders.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/**
 * After declined cards a guest gets a check for a person, then a pause with an explanation; nothing typed is lost. The same for gift cards is in
 * tests/src/card-orders/human-check.test.tsx, and what the server asks of every order in tests/server/payment-declines.test.ts.
 */

const declined = '4000000000000002'
const check = (page: Page) => page.getByRole('checkbox', { name: 'I’m not a robot' })
const asked = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Please confirm you’re not a robot' })
const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error' })

test('after declined cards an order for dinner asks for a human check, then says that it pauses, and keeps what was typed @ER-09', async ({
  page,
  world,
  strict,
}) => {
  strict.expect(/status of (402|403|429)/)
  const count = (used: number) =>
    world.database.query(`UPDATE limits SET used = $1 WHERE bucket LIKE 'declinedOf%'`, [used])
  const place = placeButton(page)
  const send = () => press(place)
  const keeps = () => expect(heading(page, 'Payment')).toBeVisible()
  await goToPayment(page)
  await typeCard(page, declined)
  await send()
  await expect(told(page)).toContainText('Your card was declined.')
  await expect(check(page)).toHaveCount(0)
  await count(3)
  await send()
  await expect(asked(page)).toContainText('show us first that you are a person')
  await expect(told(page)).toHaveCount(0)
  await expect(place).toBeDisabled()
  await keeps()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await check(page).check()
  await expect(page.getByText('Checked.')).toBeVisible()
  await send()
  // The check passes, but the card is declined; each answer to the check is good for one try.
  await expect(told(page)).toContainText('Your card was declined.')
  await expect(check(page)).not.toBeChecked()
  await count(10)
  await check(page).check()
  await send()
  await expect(told(page)).toContainText(
    /paused .* Your card was not charged\. Please try again in \d+ minutes/,
  )
  await keeps()
  await world.database.query(`DELETE FROM limits WHERE bucket LIKE 'declinedOf%'`)
  // An hour later, with another card and everything else unchanged.
  await page
    .frameLocator('iframe[title="Secure card number input frame"]')
    .getByRole('textbox')
    .fill('4242424242424242')
  await check(page).check()
  await send()
  // Of all the cards that were tried, only one was charged.
  await readOrderNumber(page)
  const paid = await world.database.query('SELECT 1 FROM payments WHERE ticket_id = $1', [
    await readTicketId(page),
  ])
  expect(paid).toHaveLength(1)
})
