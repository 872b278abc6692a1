import { goToCardPayment, heading, next, placeOrder, goToPostedPayment } from '../pages/card-orders.ts'
import { typeCard } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { press } from '../pages/press.ts'

const charges = async (world: World): Promise<number> =>
  Number(
    (
      await world.database.query<{ count: string }>(
        `SELECT count(*) FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded'`,
      )
    )[0]!.count,
  )
const cards = async (world: World): Promise<number> =>
  Number((await world.database.query<{ count: string }>('SELECT count(*) FROM cards'))[0]!.count)

test('submit, cut after commit: one charge, one card, found automatically, also after a reload (N2)', async ({
  page,
  faults,
  world,
}) => {
  test.slow()
  await goToCardPayment(page)
  await typeCard(page)
  const before = { charges: await charges(world), cards: await cards(world) }
  const cut = faults.arm({ method: 'POST', path: /\/submit$/ }, { kind: 'after-commit' })
  const silence = faults.arm({ method: 'GET', path: /\/card\/order\/[\w-]+$/, count: 3 }, { kind: 'before' })
  await press(placeOrder(page))
  await expect(heading(page, 'Checking your payment…')).toBeVisible()
  await expect(placeOrder(page)).toHaveCount(0)
  expect(cut.hits).toBe(1)
  silence.disarm()
  await page.reload()
  await expect(heading(page, 'Your order is placed')).toBeVisible()
  expect({ charges: await charges(world), cards: await cards(world) }).toEqual({
    charges: before.charges + 1,
    cards: before.cards + 1,
  })
  const submits = faults.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/submit'))
  expect(new Set(submits.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('submit, which never arrived: the card stays in its fields, and another tap pays once', async ({
  page,
  faults,
  world,
}) => {
  test.slow()
  await goToCardPayment(page)
  await typeCard(page)
  const before = await charges(world)
  const cut = faults.arm({ method: 'POST', path: /\/submit$/ }, { kind: 'before' })
  await press(placeOrder(page))
  await expect(page.getByRole('alert')).toHaveText('Not sent, and nothing was charged. Please try again.')
  expect(cut.hits).toBe(1)
  await press(placeOrder(page))
  await expect(heading(page, 'Your order is placed')).toBeVisible()
  expect((await charges(world)) - before).toBe(1)
})

test('the cart’s checkout, cut after commit: one charge (N2)', async ({ page, faults, world }) => {
  test.slow()
  await goToPostedPayment(page)
  await typeCard(page)
  const before = await charges(world)
  const cut = faults.arm({ method: 'PUT', path: /\/physicalcard\// }, { kind: 'after-commit' })
  await press(placeOrder(page))
  await expect(heading(page, 'Thank you for your order')).toBeVisible()
  expect(cut.hits).toBe(1)
  expect((await charges(world)) - before).toBe(1)
})

test('a step without a signal says so, keeps what is typed, and continues with the same key', async ({
  page,
  faults,
}) => {
  await page.goto('/mycards/send/SendText/0')
  await page.getByRole('main').getByRole('list').getByRole('button').first().click()
  await page.getByRole('radio', { name: '$25.00', exact: true }).check()
  const gone = faults.arm({ method: 'PUT', path: /card\/order/ }, { kind: 'after-commit' })
  await next(page).click()
  await expect(page.getByRole('alert')).toContainText('You’re offline. Try again when you have a signal.')
  expect(gone.hits).toBe(1)
  await expect(page.getByRole('radio', { name: '$25.00', exact: true })).toBeChecked()
  await next(page).click()
  await expect(heading(page, 'Have a promo code?')).toBeVisible()
  const updates = faults.calls.filter(({ method, path }) => method === 'PUT' && path.includes('card/order'))
  expect(new Set(updates.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})
