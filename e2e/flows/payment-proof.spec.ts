import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { goToCardPayment, heading, placeOrder, goToPostedPayment } from '../pages/card-orders.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/** After declined cards a guest gets a check for a person, then a pause with an explanation; nothing typed is lost. */

const declined = '4000000000000002'
const check = (page: Page) => page.getByRole('checkbox', { name: 'I’m not a robot' })
const asked = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Please confirm you’re not a robot' })
const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'Error' })

const keepsBuyer = async (page: Page) =>
  expect(page.getByLabel('Your email')).toHaveValue('nora@example.test')

const ways = [
  {
    name: 'an order for dinner',
    begin: goToPayment,
    place: placeButton,
    keeps: async (page: Page) => expect(heading(page, 'Payment')).toBeVisible(),
    // Of all the cards that were tried, only one was charged.
    placed: async (page: Page, world: World) => {
      await readOrderNumber(page)
      const paid = await world.database.query('SELECT 1 FROM payments WHERE ticket_id = $1', [
        await readTicketId(page),
      ])
      expect(paid).toHaveLength(1)
    },
  },
  {
    name: 'a gift card',
    begin: goToCardPayment,
    place: placeOrder,
    keeps: keepsBuyer,
    placed: async (page: Page) => expect(heading(page, 'Your order is placed')).toBeVisible(),
  },
  {
    name: 'a gift card by post',
    begin: goToPostedPayment,
    place: placeOrder,
    keeps: keepsBuyer,
    placed: async (page: Page) => expect(heading(page, 'Thank you for your order')).toBeVisible(),
  },
]

for (const { name, begin, place, keeps, placed } of ways) {
  test(`after declined cards ${name} asks for a human check, then says that it pauses, and keeps what was typed @ER-09`, async ({
    page,
    world,
    strict,
  }) => {
    strict.expect(/status of (402|403|429)/)
    const count = (used: number) =>
      world.database.query(`UPDATE limits SET used = $1 WHERE bucket LIKE 'declinedOf%'`, [used])
    const send = () => press(place(page))
    await begin(page)
    await typeCard(page, declined)
    await send()
    await expect(told(page)).toContainText('Your card was declined.')
    await expect(check(page)).toHaveCount(0)
    await count(3)
    await send()
    await expect(asked(page)).toContainText('show us first that you are a person')
    await expect(told(page)).toHaveCount(0)
    await expect(place(page)).toBeDisabled()
    await keeps(page)
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
    await keeps(page)
    await world.database.query(`DELETE FROM limits WHERE bucket LIKE 'declinedOf%'`)
    // An hour later, with another card and everything else unchanged.
    await page
      .frameLocator('iframe[title="Secure card number input frame"]')
      .getByRole('textbox')
      .fill('4242424242424242')
    await check(page).check()
    await send()
    await placed(page, world)
  })
}
