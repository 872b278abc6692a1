import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { administrator, signIn } from '../pages/account.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const dish = 'Panzanella'

test('a dish sells out while it is in somebody’s order, and is available again @one-window', async ({
  page,
  browser,
  portal,
  strict,
  clock,
}) => {
  const home = portal('bella')
  await page.goto(`${home}/order`)
  await page.getByRole('button', { name: `Add ${dish}` }).click()
  // Wait until the dish is on the order: leaving the page earlier would lose it.
  await expect(page.getByRole('link', { name: /^Review order, 1 item/ })).toBeVisible()
  await page.goto(`${home}/ordercart`)
  const lines = page.getByRole('list', { name: 'Your order' })
  await expect(lines.getByRole('heading', { name: dish })).toBeVisible()

  const elsewhere = await openElsewhere(
    browser,
    { strict, clock },
    { viewport: { width: 1024, height: 768 } },
  )
  const kitchen = await elsewhere.newPage()
  await signIn(kitchen, administrator, home)
  await kitchen.goto(`${home}/kitchen`)
  await kitchen.getByRole('button', { name: /SOLD OUT$/ }).click()
  const dialog = kitchen.getByRole('dialog', { name: 'Sold out' })
  await dialog.getByLabel('Find a dish').fill(dish)
  const isSoldOut = dialog.getByRole('switch', { name: `${dish} is sold out` })
  await isSoldOut.press('Space')
  await expect(isSoldOut).toBeChecked()
  await expectAccessible(kitchen)

  // A new visit reads the menus again.
  await page.evaluate(() => localStorage.removeItem('larder:queries'))
  await page.reload()
  const sheet = page.getByRole('dialog', { name: 'Sold out today' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleWhenWide(page)
  await expectNoHorizontalScroll(page)
  await sheet.getByRole('button', { name: 'Not now' }).click()
  await expect(lines.getByText('Sold out today')).toBeVisible()
  await walkTo(page, '/ordercheckout')
  await expect(page.getByText(`Sold out today: ${dish}. You won’t be charged`)).toBeVisible()
  await expectAccessible(page)
  await walkTo(page, '/order')
  const add = page.getByRole('button', { name: `${dish}: Sold out today` })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expectNoHorizontalScroll(page)

  await isSoldOut.press('Space')
  await expect(isSoldOut).not.toBeChecked()
  await page.evaluate(() => localStorage.removeItem('larder:queries'))
  await page.reload()
  await expect(page.getByRole('button', { name: `Add ${dish}` })).toBeVisible()
  await elsewhere.close()
})
