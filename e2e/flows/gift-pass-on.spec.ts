import { expect, test } from '../fixtures/test.ts'
import { member, signIn } from '../pages/account.ts'
import { expectUsableStep } from '../pages/card-orders.ts'

// The service worker plays no part in what is tested here. faults/card-orders.spec.ts buys a card with it.
test.use({ offlineWorker: false })

test('a member passes a card on (not offline), and takes it back before it is opened @one-window', async ({
  page,
  faults,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 4\d\d/)
  await signIn(page, member)
  await page.goto('/mycards')
  const sum = page.getByText(/^My Gift Cards Balance:/)
  await expect(sum).toContainText('$')
  const before = await sum.innerText()
  await page
    .getByRole('link', { name: /^View card ending in/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'PASS ON AS A GIFT' }).click()
  const send = page.getByRole('button', { name: /^PASS ON \$/ })
  await send.click()
  await expect(page.getByText('Please enter a valid first name')).toBeVisible()
  await page.getByLabel('First name').fill('Vilma')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Email', { exact: true }).fill('vilma@example.test')
  await page.getByLabel(/Personal message/).fill('You eat there more than I do.')
  await expectUsableStep(page)

  // The answer is lost: the cards are read again and show that the card was passed on.
  const cut = faults.arm({ method: 'POST', path: /\/pass$/ }, { kind: 'after-commit' })
  await send.click()
  await expect(page.getByText('It went through: the card was passed on.')).toBeVisible()
  expect([cut.hits, faults.calls.filter(({ path }) => path.endsWith('/pass')).length]).toEqual([1, 1])
  await expectUsableStep(page)

  await page.goto('/mycards')
  await expect(sum).toBeVisible()
  await expect.poll(() => sum.innerText()).not.toBe(before)
  await page.getByRole('link', { name: 'Gifts you sent' }).click()
  await expectUsableStep(page)
  await page.getByRole('link', { name: /^View gift for Vilma/ }).click()
  await page.getByRole('button', { name: 'TAKE IT BACK' }).click()
  await expectUsableStep(page)
  await page.getByRole('dialog').getByRole('button', { name: 'TAKE IT BACK' }).click()
  await expect(page.getByText('You took it back. The money is on your card again.')).toBeVisible()
  await page.goto('/mycards')
  await expect.poll(() => sum.innerText()).toBe(before)
})
