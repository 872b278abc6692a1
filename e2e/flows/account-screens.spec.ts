import { waitUntilDrawn } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import { fillLogin, member } from '../pages/account.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('the sign-in screens show the restaurant’s icon and picture, and keep within their sizes @LO-06', async ({
  page,
}) => {
  await page.goto('/login')
  const icon = page.getByRole('link', { name: 'Bella Trattoria, home' }).last().locator('img')
  await expect(icon).toBeVisible()
  await waitUntilDrawn(page)
  const box = await icon.boundingBox()
  const isWide = page.viewportSize()!.width >= 768
  expect(box!.height).toBeLessThanOrEqual(isWide ? 300 : 150)
  const form = await page.getByRole('button', { name: 'LOGIN', exact: true }).boundingBox()
  expect(form!.width).toBeLessThanOrEqual(450)
  if (isWide) expect(form!.width).toBe(450)
})

test('the rewards page: for a guest an explanation and SIGN UP!, for a member points, rewards and expiration dates @RA-01 @RO-01 @RO-02 @BC-18 @EN-48 @OV-05 @RT-24 @one-window', async ({
  page,
}) => {
  await page.goto('/rewards')
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expect(page.getByText('No current rewards or offers.')).toBeVisible()
  await expect(page.getByText('Information unavailable.')).toBeVisible()
  const join = page.getByRole('region', { name: 'Start earning points' })
  await expect(join).toContainText('Joining takes a minute and costs nothing.')
  await join.getByRole('button', { name: 'SIGN UP!' }).click()
  await expect(page.getByRole('heading', { name: 'SIGN UP', level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'LOGIN' }).click()
  await fillLogin(page, member)
  // Back on the page where the sign-in began.
  await expect(page).toHaveURL(/\/rewards$/)
  const bar = page.getByRole('progressbar', { name: 'Points to the next reward' })
  await expect(bar).toBeVisible()
  const [, current, needed] = /(\d+) \/ (\d+) points/.exec(
    await page.getByRole('region', { name: 'My points' }).innerText(),
  )!
  expect(Number(await bar.getAttribute('value'))).toBeCloseTo((Number(current) / Number(needed)) * 100, 5)
  await expect(page.getByText(/^Expires on \d\d\/\d\d\/\d{4}$/)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'SIGN UP!' })).toHaveCount(0)
  await page.goto('/')
  await page.getByRole('link', { name: 'Manage My Rewards' }).click()
  await expect(page).toHaveURL(/\/rewards$/)
})

test('the navigation has LOGIN for a guest, and SIGN OUT for a member @LH-03 @RO-04', async ({
  page,
  isMobile,
  strict,
}) => {
  // Requests still under way at the sign-out are answered with 401.
  strict.expect(/status of 401/)
  await page.goto('/')
  const openMenu = async (): Promise<void> => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  }
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await openMenu()
  await expect(entry('SIGN UP')).toBeVisible()
  await expect(entry('MY ACCOUNT')).toHaveCount(0)
  await entry('LOGIN').click()
  await fillLogin(page, member)
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await openMenu()
  await expect(entry('SIGN UP')).toHaveCount(0)
  await expect(entry('MY ACCOUNT')).toBeVisible()
  await entry('SIGN OUT').click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'LOGIN', exact: true })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})
