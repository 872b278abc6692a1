import { expect, test } from '../fixtures/test.ts'
import {
  beginSending,
  chooseAmount,
  chooseProgram,
  expectUsableStep,
  fillBuyer,
  next,
  payByCard,
  fillMessage,
  skipCode,
} from '../pages/card-orders.ts'

// The service worker plays no part in what is tested here. gift-pass-on.spec.ts gives a gift with it.
test.use({ offlineWorker: false })

test('a gift for a later day is scheduled, changed and sent, and cannot be changed once it is opened @one-window', async ({
  page,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 409/)
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await chooseAmount(page, '$50.00')
  await skipCode(page)
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Email').fill('wrong@example.test')
  await page.getByRole('radio', { name: 'Pick a date and time' }).check()
  await next(page).click()
  await expect(page.getByText('Please choose a date and a time')).toBeVisible()
  const day = await page.evaluate(() => {
    const soon = new Date(Date.now() + 3 * 86_400_000)
    return `${soon.getFullYear()}-${String(soon.getMonth() + 1).padStart(2, '0')}-${String(soon.getDate()).padStart(2, '0')}`
  })
  await page.getByLabel('Date', { exact: true }).fill(day)
  await page.getByLabel('Time', { exact: true }).fill('09:30')
  await expectUsableStep(page)
  await page.reload()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(day)
  await next(page).click()
  await fillMessage(page, 'Sleep in first')
  await fillBuyer(page)
  await payByCard(page)
  await expect(page.getByText(/^We will send your gift card to Vera by email on .* at 9:30am/)).toBeVisible()

  await page.getByRole('link', { name: 'FOLLOW OR CHANGE THIS GIFT' }).click()
  await expect(page.getByText(/^Goes to Vera on .* at 9:30am/)).toBeVisible()
  await expectUsableStep(page)
  await page.getByRole('button', { name: 'CHANGE THIS GIFT' }).click()
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

  const recipient = await page.context().newPage()
  await recipient.goto(`/gift/${link}`)
  await expect(recipient.getByText('Sleep in first')).toBeVisible()
  await page.getByRole('button', { name: 'CHANGE THIS GIFT' }).click()
  await page.getByLabel(/Personal message/).fill('Too late')
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(page.getByText(/^Vera opened it on .* It cannot be changed anymore\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'CHANGE THIS GIFT' })).toHaveCount(0)
})

test.describe('a giver in Los Angeles, of a restaurant in New York', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('chooses a time in their own time zone, sees it everywhere, and the gift is sent then @one-window', async ({
    page,
    world,
  }) => {
    await beginSending(page, 'SEND CARD VIA EMAIL')
    await chooseProgram(page)
    await chooseAmount(page, '$50.00')
    await skipCode(page)
    await page.getByLabel('First name').fill('Vera')
    await page.getByLabel('Last name').fill('Lund')
    await page.getByLabel('Email').fill('vera.far@example.test')
    await page.getByRole('radio', { name: 'Pick a date and time' }).check()
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
      world.clock.now() + 3 * 86_400_000,
    )
    await page.getByLabel('Date', { exact: true }).fill(day)
    await page.getByLabel('Time', { exact: true }).fill('09:30')
    await expect(page.getByText(/Pacific (Standard|Daylight) Time/)).toBeVisible()
    await next(page).click()
    await fillMessage(page, 'Sleep in first')
    await fillBuyer(page)
    await payByCard(page)
    const [year, month, date] = day.split('-')
    const when = new RegExp(`on ${month}/${date}/${year} at 9:30am \\(Pacific (Standard|Daylight) Time\\)`)
    await expect(page.getByText(/^We will send your gift card to Vera/)).toHaveText(when)
    const [order] = await world.database.query<{ send_at: string; id: string }>(
      `SELECT send_at, id FROM card_orders WHERE send_at IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    )
    const shownIn = (timeZone: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
        Number(order!.send_at),
      )
    expect([shownIn('America/Los_Angeles'), shownIn('America/New_York')]).toEqual([
      `${day} 09:30`,
      `${day} 12:30`,
    ])
    await page.getByRole('link', { name: 'FOLLOW OR CHANGE THIS GIFT' }).click()
    await expect(page.getByText(/^Goes to Vera on/)).toHaveText(when)
    await page.getByRole('button', { name: 'CHANGE THIS GIFT' }).click()
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue(day)
    await expect(page.getByLabel('Time', { exact: true })).toHaveValue('09:30')
  })
})
