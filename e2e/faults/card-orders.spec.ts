import {
  beginSending,
  chooseProgram,
  fillBuyer,
  fillMessage,
  fillRecipient,
  heading,
  next,
  placeOrder,
  skipCode,
} from '../pages/card-orders.ts'
import { typeCard } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { press } from '../pages/press.ts'

const countRows = async (world: World, from: string): Promise<number> =>
  (await world.database.query(`SELECT 1 FROM ${from}`)).length
/** How many charges and cards there are. */
const given = async (world: World) => ({
  charges: await countRows(
    world,
    `sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded'`,
  ),
  cards: await countRows(world, 'cards'),
})

test('a step without a signal says so, keeps what is typed, and continues with the same key; a payment that never arrived leaves the card in its fields, and the bank asks about another tap; submit, cut after commit: one charge, one card, found automatically, also after a reload (N2)', async ({
  page,
  faults,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 402/)
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await test.step('a step without a signal', async () => {
    const amount = page.getByRole('radio', { name: '$50.00', exact: true })
    await amount.check()
    const gone = faults.arm({ method: 'PUT', path: /card\/order/ }, { kind: 'after-commit' })
    await next(page).click()
    await expect(page.getByRole('alert')).toContainText('You’re offline. Try again when you have a signal.')
    expect(gone.hits).toBe(1)
    await expect(amount).toBeChecked()
    await next(page).click()
    await expect(heading(page, 'Have a promo code?')).toBeVisible()
    const updates = faults.calls.filter(({ method, path }) => method === 'PUT' && path.includes('card/order'))
    expect(new Set(updates.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })
  await skipCode(page)
  await fillRecipient(page, { email: 'vera@example.test' })
  await fillMessage(page, 'See you on Friday')
  await fillBuyer(page)
  // A card whose bank authenticates its customer.
  await typeCard(page, '4000002500003155')
  const before = await given(world)
  const submit = { method: 'POST', path: /\/submit$/ }

  await test.step('a payment that never arrived', async () => {
    const cut = faults.arm(submit, { kind: 'before' })
    await press(placeOrder(page))
    await expect(page.getByRole('alert')).toHaveText('Not sent, and nothing was charged. Please try again.')
    expect(cut.hits).toBe(1)
  })
  await test.step('another tap, whose answer is lost after the bank has agreed', async () => {
    await press(placeOrder(page))
    const agree = page
      .frameLocator('iframe[title="Secure payment confirmation frame"]')
      .getByRole('button', { name: 'Confirm payment' })
    await expect(agree).toBeVisible()
    expect(await given(world)).toEqual(before)
    const cut = faults.arm(submit, { kind: 'after-commit' })
    const silence = faults.arm(
      { method: 'GET', path: /\/card\/order\/[\w-]+$/, count: 3 },
      { kind: 'before' },
    )
    await press(agree)
    await expect(heading(page, 'Checking your payment…')).toBeVisible()
    await expect(placeOrder(page)).toHaveCount(0)
    expect(cut.hits).toBe(1)
    silence.disarm()
  })
  await page.reload()
  await expect(heading(page, 'Your order is placed')).toBeVisible()
  expect(await given(world)).toEqual({ charges: before.charges + 1, cards: before.cards + 1 })
  const [lost, ...kept] = faults.calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/submit'))
    .map(({ idempotencyKey }) => idempotencyKey)
  expect(kept).toHaveLength(2)
  expect(new Set(kept).size).toBe(1)
  expect(kept).not.toContain(lost)
})
