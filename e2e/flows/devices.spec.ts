import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { member, signIn } from '../pages/account.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('a device that signed in often is one row, and everywhere else is signed out at once', async ({
  page,
  browser,
  portal,
  strict,
  clock,
}) => {
  const home = portal('bella')
  const elsewhere = await openElsewhere(
    browser,
    { strict, clock },
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
  )
  for (let times = 0; times < 2; times++) {
    const other = await elsewhere.newPage()
    await other.context().clearCookies()
    await other.goto(home)
    await other.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
    })
    await signIn(other, member, home)
    await other.close()
  }
  await signIn(page, member, home)
  await page.goto(`${home}/account`)
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(list.getByText('Firefox on Linux')).toHaveCount(1)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'SIGN OUT EVERYWHERE ELSE' }).click()
  await expect(list.getByRole('button')).toHaveCount(0)
  await expect(list.getByText('This device')).toBeVisible()
  await elsewhere.close()
})
