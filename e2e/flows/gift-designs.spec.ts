import { expect, test } from '../fixtures/test.ts'
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

// The service worker plays no part in what is tested here. gift-pass-on.spec.ts gives a gift with it.
test.use({ offlineWorker: false })

test('the card itself is shown above its text fields, also after a cut, and arrives as chosen @one-window', async ({
  page,
  faults,
  world,
}) => {
  test.slow()
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  const card = page.getByRole('figure', { name: 'Your gift card' })
  await expect(card.getByRole('img', { name: 'Classic design' })).toBeVisible()
  await page.getByRole('radio', { name: 'Classic' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Birthday' })).toBeChecked()
  await expect(card.getByRole('img', { name: 'Birthday design' })).toBeVisible()
  await page.getByRole('radio', { name: '$75.00', exact: true }).check()
  await expect(card).toContainText('$75.00')
  await expectUsableStep(page)
  // Take the network away and bring it back: no choice is lost.
  const gone = faults.arm({ method: 'PUT', path: /card\/order/ }, { kind: 'before' })
  await next(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(gone.hits).toBe(1)
  await page.reload()
  await expect(card).toContainText('$75.00')
  await expect(page.getByRole('radio', { name: 'Birthday' })).toBeChecked()
  await chooseAmount(page, '$75.00')
  await skipCode(page)
  await page.getByLabel('First name').fill('Vera')
  await expect(card).toContainText('For Vera')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Email').fill('vera@example.test')
  await next(page).click()
  await page.getByLabel(/Personal message/).fill('Blow them all out at once.')
  await expect(card.getByRole('blockquote')).toContainText('Blow them all out at once.')
  await expectUsableStep(page)
  await next(page).click()
  await fillBuyer(page)
  await payByCard(page)
  await expect(
    page.getByRole('list', { name: 'Cards' }).getByRole('img', { name: 'Birthday design' }),
  ).toBeVisible()
  const [made] = await world.database.query<{ id: string }>(
    'SELECT id FROM cards ORDER BY created_at DESC LIMIT 1',
  )
  await page.goto(`/gift/${made!.id}`)
  await expect(heading(page, 'A gift card for you')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Birthday design' })).toBeVisible()
  await expectUsableStep(page)
})
