import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { askOpenssl, hasOpenssl, isSigned, openPass } from '../../tests/server/support/pkpass.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { member, signIn } from '../pages/account.ts'
import { cardIdOf, cardNumbers, grouped } from '../pages/cards.ts'

/** A gift card is added to a phone's wallet: as a pass file, opened here as a phone would, and by a link. */

const add = (page: Page, wallet: string) => page.getByRole('button', { name: `Add to ${wallet} Wallet` })

/** Taps the button, and returns the downloaded file. */
async function download(page: Page): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), add(page, 'Apple').click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('a member’s card becomes a signed pass for Apple Wallet, and a link to Google’s', async ({
  page,
  world,
  faults,
  strict,
}) => {
  await signIn(page, member)
  const id = await cardIdOf(world, cardNumbers.full)
  await page.goto(`/mycards/${id}/view`)
  await expect(add(page, 'Apple')).toBeEnabled()
  // With the service worker, where there is one: it must let the file through.
  await launched(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)

  const { name, content } = await download(page)
  expect(name).toBe('bella-gift-card.pkpass')
  const opened = openPass(content)
  const root = await page.evaluate(async () => (await fetch('/sandbox/wallet/root.pem')).text())
  expect(isSigned(opened, root)).toBe(true)
  if (hasOpenssl) expect(askOpenssl(opened, root)).toMatchObject({ status: 0 })
  expect(opened.pass.organizationName).toBe('Bella Trattoria')
  expect(opened.pass.barcodes[0]).toMatchObject({
    format: 'PKBarcodeFormatCode128',
    message: cardNumbers.full,
  })
  await expect(page).toHaveURL(/\/view$/)

  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  await faults.stop()
  await add(page, 'Google').click()
  await expect(page.getByText('You’re offline. Adding the card to a wallet needs a signal.')).toBeVisible()
  await expect(add(page, 'Apple')).toBeDisabled()
  await faults.start()
  await expect(add(page, 'Google')).toBeEnabled()

  await add(page, 'Google').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Bella Trattoria gift card: the pass is signed, and its signature holds',
  )
  await expect(page.getByText(grouped(cardNumbers.full), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
