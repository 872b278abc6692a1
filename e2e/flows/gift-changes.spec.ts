import type { Page } from '@playwright/test'
import { notInInventory, watchScripts } from '../fixtures/script-inventory.ts'
import { expect, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import {
  beginSending,
  chooseAmount,
  chooseProgram,
  expectUsableStep,
  fillBuyer,
  heading,
  next,
  payByCard,
  skipCode,
} from '../pages/card-orders.ts'

// The service worker plays no part in what is tested here. faults/card-orders.spec.ts buys a card with it.
// A giver in Los Angeles, of a restaurant in New York.
test.use({ offlineWorker: false, timezoneId: 'America/Los_Angeles' })

const card = (page: Page) => page.getByRole('figure', { name: 'Your gift card' })

/** The card itself is shown above its fields as it is chosen. */
async function chooseDesign(page: Page): Promise<void> {
  await expect(card(page).getByRole('img', { name: 'Classic design' })).toBeVisible()
  await page.getByRole('radio', { name: 'Classic' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Birthday' })).toBeChecked()
  await expect(card(page).getByRole('img', { name: 'Birthday design' })).toBeVisible()
  await page.getByRole('radio', { name: '$75.00', exact: true }).check()
  await expect(card(page)).toContainText('$75.00')
  await expectUsableStep(page)
}

/** The recipient, and a time in the giver's own time zone, which a reload keeps. */
async function chooseTime(page: Page, day: string): Promise<void> {
  await page.getByLabel('First name').fill('Vera')
  await expect(card(page)).toContainText('For Vera')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Email').fill('wrong@example.test')
  await page.getByRole('radio', { name: 'Pick a date and time' }).check()
  await next(page).click()
  await expect(page.getByText('Please choose a date and a time')).toBeVisible()
  await page.getByLabel('Date', { exact: true }).fill(day)
  await page.getByLabel('Time', { exact: true }).fill('09:30')
  await expect(page.getByText(/Pacific (Standard|Daylight) Time/)).toBeVisible()
  await expectUsableStep(page)
  await page.reload()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(day)
  await next(page).click()
}

/** When the newest scheduled order is to be sent, in both time zones. */
async function readTimes(world: World): Promise<string[]> {
  const [order] = await world.database.query<{ send_at: string }>(
    `SELECT send_at FROM card_orders WHERE send_at IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
  )
  return ['America/Los_Angeles', 'America/New_York'].map((timeZone) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
      Number(order!.send_at),
    ),
  )
}

/** Sends the scheduled gift now, to another address, and once more. Gives the id of its link. */
async function sendNow(page: Page, world: World): Promise<string> {
  await page.getByLabel('Email').fill('vera@example.test')
  await page.getByRole('radio', { name: 'Send now' }).check()
  await expectUsableStep(page)
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(page.getByText('Your changes are saved.')).toBeVisible()
  await expect(page.getByText('to vera@example.test')).toBeVisible()

  const sent = () =>
    world.database.query<{ link: string; sent_to: string; state: string }>(
      'SELECT coalesce(c.link_id, c.id) AS link, d.sent_to, d.state FROM card_deliveries d JOIN cards c ON c.id = d.card_id ORDER BY d.created_at DESC LIMIT 1',
    )
  await expect.poll(async () => (await sent())[0]!.state).toBe('sent')
  const [{ link, sent_to } = { link: '', sent_to: '' }] = await sent()
  expect(sent_to).toBe('vera@example.test')
  await page.reload()
  await expect(page.getByText(/^Sent to Vera/)).toBeVisible()
  await page.getByRole('button', { name: 'SEND IT AGAIN' }).click()
  await expect(page.getByText('It is on its way again.')).toBeVisible()
  // While a gift counts as sent its page polls, and would learn that it was opened before anything is saved.
  await expect.poll(async () => (await sent())[0]!.state).toBe('sent')
  await page.reload()
  await expect(page.getByText(/^Sent to Vera/)).toBeVisible()
  return link
}

test('a gift is designed, scheduled in its giver’s time zone, bought, changed, sent, and cannot be changed once it is opened; the provider loads with the payment alone @one-window', async ({
  page,
  world,
  faults,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 409/)
  const scripts = watchScripts(page)
  const ofProvider = () => scripts.filter((url) => url.includes('/sandbox/payments/'))
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
    world.clock.now() + 3 * 86_400_000,
  )
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await test.step('its design', () => chooseDesign(page))
  await test.step('no choice is lost when the network goes and comes back', async () => {
    const gone = faults.arm({ method: 'PUT', path: /card\/order/ }, { kind: 'before' })
    await next(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(gone.hits).toBe(1)
    await page.reload()
    await expect(card(page)).toContainText('$75.00')
    await expect(page.getByRole('radio', { name: 'Birthday' })).toBeChecked()
  })
  await chooseAmount(page, '$75.00')
  await skipCode(page)
  await test.step('its time', () => chooseTime(page, day))
  await page.getByLabel(/Personal message/).fill('Sleep in first')
  await expect(card(page).getByRole('blockquote')).toContainText('Sleep in first')
  expect(ofProvider()).toEqual([])
  await next(page).click()
  await fillBuyer(page)
  await expect.poll(() => ofProvider().length).toBeGreaterThan(0)
  await payByCard(page)
  const { origin } = new URL(page.url())
  expect(notInInventory(scripts, origin, 'sandbox')).toEqual([])
  expect(scripts.some((url) => url.startsWith(`${origin}/assets/`))).toBe(true)
  const [year, month, date] = day.split('-')
  const when = new RegExp(`on ${month}/${date}/${year} at 9:30am \\(Pacific (Standard|Daylight) Time\\)`)
  await expect(page.getByText(/^We will send your gift card to Vera by email/)).toHaveText(when)
  await expect(
    page.getByRole('list', { name: 'Cards' }).getByRole('img', { name: 'Birthday design' }),
  ).toBeVisible()
  expect(await readTimes(world)).toEqual([`${day} 09:30`, `${day} 12:30`])

  await page.getByRole('link', { name: 'FOLLOW OR CHANGE THIS GIFT' }).click()
  await expect(page.getByText(/^Goes to Vera on/)).toHaveText(when)
  await expectUsableStep(page)
  await page.getByRole('button', { name: 'CHANGE THIS GIFT' }).click()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(day)
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('09:30')
  const link = await test.step('it is changed and sent', () => sendNow(page, world))

  const recipient = await page.context().newPage()
  await recipient.goto(`/gift/${link}`)
  await expect(heading(recipient, 'A gift card for you')).toBeVisible()
  await expect(recipient.getByRole('img', { name: 'Birthday design' })).toBeVisible()
  await expect(recipient.getByText('Sleep in first')).toBeVisible()
  await expectUsableStep(recipient)
  await page.getByRole('button', { name: 'CHANGE THIS GIFT' }).click()
  await page.getByLabel(/Personal message/).fill('Too late')
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(page.getByText(/^Vera opened it on .* It cannot be changed anymore\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'CHANGE THIS GIFT' })).toHaveCount(0)
})
