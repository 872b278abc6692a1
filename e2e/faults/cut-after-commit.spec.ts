import {
  addMargherita,
  goOnToPayment,
  goToPayment,
  placeButton,
  readOrderNumber,
  readTicketId,
  reviewOrder,
  typeCard,
} from '../pages/ordering.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { launched } from '../fixtures/launched.ts'
import { workerOf } from '../fixtures/worker.ts'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { press } from '../pages/press.ts'

/** The server did its work, and the answer was lost: the worst moment for each change that matters. */

test("create, add item and payment: one ticket with one line, and one charge, looked for and found, also after a reload; a card provider that cannot be reached is asked again by a tap (N9); I'M HERE without a signal is stored, said to be waiting, and sent by the worker with no window open @ST-16 @MO-16 @AT-01 @AT-03 @ER-10 @AT-15", async ({
  page,
  context,
  baseURL,
  faults,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  const start = world.clock.now()
  const cuts = [
    faults.arm({ path: /ticketorder\/create/ }, { kind: 'after-commit' }),
    faults.arm({ method: 'POST', path: /\/items$/ }, { kind: 'after-commit' }),
  ]
  await addMargherita(page)
  await reviewOrder(page)
  await test.step('one ticket with one line', async () => {
    await expect(page.getByText('Not sent yet')).toHaveCount(0)
    expect(cuts.map(({ hits }) => hits)).toEqual([1, 1])
    const creates = faults.calls.filter(({ path }) => path.includes('/ticketorder/create'))
    expect(creates.length).toBeGreaterThan(1)
    expect(new Set(creates.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(await count(world, 'tickets', start)).toBe(1)
    expect(await count(world, 'ticket_lines', start)).toBe(1)
    const lines = page.getByRole('list', { name: 'Your order' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await page.reload()
    await expect(lines).toHaveCount(1)
  })

  const away = faults.arm({ path: /^\/sandbox\/payments\//, count: 1000 }, { kind: 'before' })
  await goOnToPayment(page)
  await test.step('the card provider cannot be reached: the page says so, and a tap tries again', async () => {
    const unavailable = page.getByRole('alert').filter({
      hasText: 'Card payments are unavailable just now. Your order is kept.',
    })
    await expect(unavailable).toBeVisible()
    const asked = away.hits
    await unavailable.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => away.hits).toBeGreaterThan(asked)
    await expect(unavailable).toBeVisible()
    await expectAccessible(page)
    away.disarm()
    await unavailable.getByRole('button', { name: 'Try again' }).click()
  })
  await typeCard(page)
  const cut = faults.arm({ method: 'POST', path: /\/payment$/ }, { kind: 'after-commit' })
  const silence = faults.arm(
    { method: 'GET', path: /\/ticketorder\/[\w-]+\?time=/, count: 3 },
    { kind: 'before' },
  )
  await press(placeButton(page))
  await expect(page.getByRole('heading', { name: 'Checking your payment…' })).toBeVisible()
  await expect(
    page.getByText(
      'The server has timeout. Please try again. If the problem persists please call the restaurant. Thank you.',
    ),
  ).toBeVisible()
  await expect(placeButton(page)).toHaveCount(0)
  await expectAccessible(page)
  expect(cut.hits).toBe(1)
  silence.disarm()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Everything is paid' })).toBeVisible()
  await expectAccessible(page)
  expect(await count(world, 'payments', start)).toBe(1)
  await press(placeButton(page))
  await readOrderNumber(page)
  expect(new Set(paymentsOf(faults).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect(await count(world, 'payments', start)).toBe(1)
  const id = await readTicketId(page)
  await test.step('at the curb without a signal', () =>
    checkInWithoutSignal({ page, context, baseURL: baseURL!, faults, world, id }))
})

/** Says I'M HERE without a signal; the worker sends it when no window is open. */
async function checkInWithoutSignal({
  page,
  context,
  baseURL,
  faults,
  world,
  id,
}: {
  page: Page
  context: BrowserContext
  baseURL: string
  faults: FaultProxy
  world: World
  id: string
}): Promise<void> {
  // A service worker uses the machine's clock: from here on the server and pages do, too.
  await world.clock.set(Date.now())
  const here = `/ticket/${id}?action=checkin`
  const imHere = page.getByRole('button', { name: "I'M HERE" })
  await page.goto(here)
  await expect(imHere).toBeVisible()
  await launched(page)
  await faults.stop()
  await page.getByLabel('Car make').selectOption('Honda')
  await page.getByLabel('Model').fill('Civic')
  await page.getByLabel('Color').fill('White')
  await page.getByLabel('License plate').fill('ABC 1234')
  await imHere.click()
  await expect(page.getByText('The restaurant does not know yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /^\(212\)/ }).first()).toHaveAttribute('href', /^tel:\+1212/)
  await expect(imHere).toHaveCount(0)

  // The portal is closed; an empty page only provides the developer tools' session.
  const worker = await workerOf(context, page, baseURL)
  await page.goto('about:blank')
  await faults.start()
  await worker.wake()
  const isHere = async (): Promise<boolean> => {
    const [row] = await world.database.query<{ checked_in_at: unknown }>(
      'SELECT checked_in_at FROM tickets WHERE id = $1',
      [id],
    )
    return row!.checked_in_at !== null
  }
  await expect.poll(isHere).toBe(true)
  await page.goto(here)
  await expect(page.getByText('The restaurant knows that you are here')).toBeVisible()
}

const bank = (page: Page) => page.frameLocator('iframe[title="Secure payment confirmation frame"]')

test('payment: one that never arrived leaves the card in its fields; another tap asks the bank, and what it refuses charges nothing; a call that never arrived is not sent again, even after the page was closed; another tap pays once, and half a body, as a browser gives it, is not taken for its answer; submit: one order @AT-16', async ({
  page,
  faults,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 402/)
  const start = world.clock.now()
  const payments = { method: 'POST', path: /\/payment$/ }
  await goToPayment(page)
  await typeCard(page, cardThatAsks)

  await test.step('a call that never arrived leaves the card in its fields', async () => {
    const cut = faults.arm(payments, { kind: 'before' })
    await press(placeButton(page))
    await expect(page.getByRole('alert')).toHaveText(notSent)
    expect(cut.hits).toBe(1)
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
    await expectAccessible(page)
  })
  await test.step('the bank refuses', async () => {
    await press(placeButton(page))
    await press(bank(page).getByRole('button', { name: 'Refuse' }))
    await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    expect(await countCharges(world, start)).toBe(0)
  })
  await test.step('the page is closed before it can ask whether its call arrived', async () => {
    faults.forget()
    const cut = faults.arm(payments, { kind: 'before' })
    const silence = faults.arm({ method: 'POST', path: /\/withdraw$/, count: 50 }, { kind: 'before' })
    await press(placeButton(page))
    await expect(page.getByRole('heading', { name: 'Checking your payment…' })).toBeVisible()
    // Leave before the page can ask again: otherwise it would learn the outcome and tell it on a page that nobody sees.
    await page.goto('about:blank')
    silence.disarm()
    await page.goto('/ordercheckout')
    await expect(page.getByRole('alert')).toHaveText(notSent)
    expect(cut.hits).toBe(1)
    expect(await count(world, 'payments', start)).toBe(0)
    expect(paymentsOf(faults)).toHaveLength(1)
  })
  await test.step('the bank agrees, and the answer after it is cut in the middle', async () => {
    await typeCard(page, cardThatAsks)
    await press(placeButton(page))
    const agree = bank(page).getByRole('button', { name: 'Confirm payment' })
    await expect(agree).toBeVisible()
    const half = faults.arm(payments, { kind: 'mid-body' })
    await press(agree)
    await expect(page.getByRole('heading', { name: 'Everything is paid' })).toBeVisible()
    expect(half.hits).toBe(1)
  })
  const submit = faults.arm({ method: 'POST', path: /\/submit$/ }, { kind: 'after-commit' })
  await press(placeButton(page))
  await readOrderNumber(page)
  expect(submit.hits).toBe(1)
  expect(await count(world, 'payments', start)).toBe(1)
  expect(await countCharges(world, start)).toBe(1)
  expect(await count(world, 'submissions', start)).toBe(1)
})

/** Charges for orders begun since `start` (ms). */
const countCharges = async (world: World, start: number): Promise<number> =>
  (
    await world.database.query(
      `SELECT 1 FROM sandbox_objects o JOIN tickets t ON t.id = o.body->'metadata'->>'ticket'
       WHERE o.kind = 'payment_intent' AND o.body->>'status' = 'succeeded' AND t.created_at BETWEEN $1 AND $2`,
      [start, world.clock.now()],
    )
  ).length

/** A card whose bank authenticates its customer. */
const cardThatAsks = '4000002500003155'
const notSent = 'Not sent, and nothing was charged. Please try again.'

const paymentsOf = ({ calls }: FaultProxy) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/payment'))

/** Counts rows of orders begun since `start` (ms): the server meanwhile settles what earlier tests left, which must not count. */
async function count(
  world: World,
  table: 'tickets' | 'ticket_lines' | 'payments' | 'submissions',
  start: number,
): Promise<number> {
  const ticket = table === 'tickets' ? 'id' : 'ticket_id'
  const [row] = await world.database.query<{ count: number | string }>(
    `SELECT count(*) AS count FROM ${table} WHERE ${ticket} IN (SELECT id FROM tickets WHERE created_at BETWEEN $1 AND $2)`,
    [start, world.clock.now()],
  )
  return Number(row!.count)
}
