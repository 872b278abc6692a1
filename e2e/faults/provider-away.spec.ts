import { cardBalanceOf, cardNumbers } from '../pages/cards.ts'
import {
  addMargherita,
  chooseCurbside,
  chooseTime,
  placeButton,
  reviewOrder,
  fillContact,
} from '../pages/ordering.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ offlineWorker: false })

test('the card provider cannot be reached: the page says so, a tap tries again, and a gift card pays for the order (N9)', async ({
  page,
  faults,
  world,
}) => {
  const before = await cardBalanceOf(world, cardNumbers.unowned)
  const away = faults.arm({ path: /^\/sandbox\/payments\//, count: 1000 }, { kind: 'before' })
  // Without a tip, so that the gift card pays the whole order.
  await addMargherita(page)
  await reviewOrder(page)
  await chooseCurbside(page)
  await chooseTime(page)
  await fillContact(page)
  const unavailable = page.getByRole('alert').filter({
    hasText: 'Card payments are unavailable just now. Your order is kept.',
  })
  await expect(unavailable).toBeVisible()
  const asked = away.hits
  await unavailable.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => away.hits).toBeGreaterThan(asked)
  await expect(unavailable).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay with a gift card' }).click()
  await page.getByLabel('Gift card number').pressSequentially(cardNumbers.unowned)
  await page.getByRole('button', { name: 'PAY WITH THIS CARD' }).click()
  await expect(page.getByRole('heading', { name: 'Everything is paid' })).toBeVisible()
  await expect(placeButton(page)).toBeEnabled()
  expect(await cardBalanceOf(world, cardNumbers.unowned)).toBeLessThan(before)
  await expect(page.getByRole('region', { name: 'Paid so far' })).toContainText('•••• 0004')
  // Other tests depend on this card's balance.
  await page.getByRole('button', { name: 'Take payments off' }).click()
  await expect.poll(() => cardBalanceOf(world, cardNumbers.unowned)).toBe(before)
})
