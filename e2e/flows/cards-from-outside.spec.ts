import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import { readCode128 } from '../fixtures/read-barcode.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import type { World } from '../fixtures/world.ts'
import { addMember, fillLogin, type Person } from '../pages/account.ts'
import { barcode, cardIdOf, cardNumberField as field, cardNumbers, grouped } from '../pages/cards.ts'
import { expectOnPaper } from '../pages/paper.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const number = '6006496666660003'

/** Cards from outside the account: added by number or claim code, checked for their balance, and received by a link. */

const apply = (page: Page) => page.getByRole('button', { name: 'APPLY', exact: true })

/** A balance is checked by typing: waiting, then the balance or the reason for none. */
async function checkBalance(page: Page, faults: FaultProxy): Promise<void> {
  await page.goto('/mycards/check')
  for (const path of ['/mycards/check', '/checkcardbalance']) {
    await walkTo(page, path)
    await expect(page.getByRole('heading', { name: 'Check A Card Balance' })).toBeVisible()
  }
  // This browser has no camera; cards-camera.spec.ts has one.
  await page.getByRole('button', { name: 'SCAN WITH THE CAMERA' }).click()
  await expect(page.getByText('No camera was found on this device.')).toBeVisible()
  await expect(apply(page)).toBeDisabled()
  await field(page).pressSequentially('600649555555000')
  await expect(apply(page)).toBeDisabled()
  await field(page).pressSequentially('4')
  await expect(field(page)).toHaveValue(grouped(cardNumbers.unowned))
  const slow = faults.arm({ path: /checkbalance/ }, { kind: 'delay', what: 'answer' })
  await apply(page).click()
  await expect(page.getByRole('button', { name: 'ONE MOMENT…' })).toBeDisabled()
  slow.release()
  const result = page.getByRole('region', { name: 'This card' })
  await expect(result).toContainText(grouped(cardNumbers.unowned))
  await expect(result).toContainText('$40.00')
  await expect(result).toContainText('Active')
  // The card number is in the request's body and in no URL.
  const call = faults.calls.find(({ path }) => path.includes('checkbalance'))!
  expect(call.method).toBe('POST')
  expect(call.path).not.toContain(cardNumbers.unowned)
  await field(page).fill('1111222233334444')
  await apply(page).click()
  await expect(page.getByRole('alert')).toContainText('Error')
  await expect(page.getByRole('alert')).toContainText('We found no balance for this number.')
  await expect(result).toHaveCount(0)
  await field(page).press('End')
  await field(page).press('Backspace')
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/** A gift by link: its number hidden, revealed, printed and copied, and stored nowhere. */
async function openGift(page: Page, world: World, path: string, id: string): Promise<void> {
  // A card without a design, from before designs existed, has the look of its type.
  await world.database.query(
    `UPDATE cards SET user_id = NULL, design = NULL, expires_on = '2099-12-31' WHERE id = $1`,
    [id],
  )
  await page.goto(path)
  for (const name of ['CARD NUMBER', 'GIFT AMOUNT', 'FROM', 'EXPIRES', 'MESSAGE'])
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').getByText('$35.00')).toBeVisible()
  await expect(page.getByText('Maya Lindqvist')).toBeVisible()
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
  await expect(page.getByText('The Bella Trattoria gift card')).toBeVisible()
  await expect(page.getByText(/^Keep the card in your account at Bella Trattoria\./)).toBeVisible()
  await expect(page.getByText(/^Copy the number to pay with it as a guest/)).toBeVisible()
  await expect(page.getByText(grouped(number))).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'REVEAL' }).click()
  await expect(page.getByText(grouped(number))).toBeVisible()
  await expectOnPaper(page, page.getByText(grouped(number)), page.getByText(/^Copy the number to pay/))
  await page.getByRole('button', { name: 'COPY CARD NUMBER' }).click()
  await expect(page.getByText('Card number copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  const stored = await page.evaluate(async () =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases()]),
  )
  expect(stored).not.toContain(number)
}

/** The gift is put into the account of somebody who signs in for it, once. */
async function keepGift(page: Page, path: string, who: Person, faults: FaultProxy): Promise<void> {
  await page.getByRole('button', { name: 'APPLY TO ACCOUNT' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, who)
  await expect(page).toHaveURL(path)
  faults.forget()
  await page.getByRole('button', { name: 'APPLY TO ACCOUNT' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'GIFT CARD ADDED' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'APPLY TO ACCOUNT' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'COPY CARD NUMBER' })).toBeDisabled()
  await page.getByRole('link', { name: 'VIEW MY GIFT CARDS' }).click()
  await expect(barcode(page, number)).toBeVisible()
  expect(await readCode128(await barcode(page, number).screenshot())).toEqual([number])
  await walkTo(page, path)
  await expect(page.getByText('This gift is in your account.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'VIEW MY GIFT CARDS' })).toBeVisible()
  await expectAccessible(page)
}

/** A card is added by its number and by a claim code, once. */
async function addCard(page: Page, world: World, faults: FaultProxy): Promise<void> {
  await walkTo(page, '/mycards/import')
  await expect(page.getByRole('heading', { name: 'Add An Existing Gift Card' })).toBeVisible()
  const [byNumber, byCode] = [apply(page).first(), apply(page).last()]
  await expect(byNumber).toBeDisabled()
  await expect(byCode).toBeDisabled()
  await field(page).pressSequentially('6006x4912-3456')
  await expect(field(page)).toHaveValue('6006 4912 3456')
  await field(page).blur()
  await expect(page.getByText('Please enter a valid card number')).toBeVisible()
  await expect(byNumber).toBeDisabled()
  // Another person's card gets the same message as a number that does not exist.
  await field(page).fill(cardNumbers.full)
  await byNumber.click()
  await expect(page.getByRole('alert')).toContainText('Error')

  const code = page.getByRole('textbox', { name: 'CLAIM CODE' })
  await code.fill('   ')
  await expect(byCode).toBeDisabled()
  await code.fill('X'.repeat(33))
  await expect(byCode).toBeDisabled()
  await world.database.query(
    `UPDATE cards SET user_id = NULL WHERE location_id = 'bella-nyc' AND claim_code_hash IS NOT NULL`,
  )
  faults.forget()
  await code.fill('  bella-claim-2026 ')
  await byCode.click()
  await expect(page).toHaveURL(/\/mycards\/[^/]+\/import$/)
  await expect(page.getByRole('status').filter({ hasText: 'GIFT CARD ADDED' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('$25.00')
  expect(faults.calls.filter(({ path }) => path.endsWith('/card/import')).map(({ body }) => body)).toEqual([
    expect.stringContaining('"claim_code":"bella-claim-2026"'),
  ])
  await page.getByRole('link', { name: 'VIEW MY GIFT CARDS' }).click()
  await expect(page.getByText('My Gift Cards Balance: $60.00')).toBeVisible()
}

test('cards from outside the account: a balance is checked by typing; a gift by link, its number hidden, copied, put into the account once; a card is added by its number and by a claim code, once @GC-11 @GC-33 @GC-34 @GC-35 @GC-36 @ST-38 @ST-39 @ER-08 @ER-14 @ER-15 @VA-02 @VA-03 @RT-04 @RT-22 @RT-23 @RT-31 @RT-33 @OV-04 @RO-01', async ({
  page,
  world,
  context,
  faults,
  strict,
}) => {
  test.slow()
  strict.expect(/status of (403|404|422)/)
  await context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write'])
  const who = await addMember(world)
  const id = await cardIdOf(world, number)
  const path = `/gift/${id}`
  await test.step('a balance', () => checkBalance(page, faults))
  await test.step('a gift by link', () => openGift(page, world, path, id))
  await test.step('the gift in an account', () => keepGift(page, path, who, faults))
  await test.step('a card by its number or a code', () => addCard(page, world, faults))
})
