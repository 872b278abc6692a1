import type { Page } from '@playwright/test'
import { dayMs } from '#contract/durations.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { findSecrets, readStores } from '../fixtures/scan.ts'
import { loginButton, member, signIn } from '../pages/account.ts'
import { numbersOf } from '../pages/cards.ts'
import { addMargherita } from '../pages/ordering.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

const refreshes = (calls: readonly { path: string }[]) =>
  calls.filter(({ path }) => path.endsWith('/v2.0/auth/refreshtoken'))

test('after 29 days without a network the cards are there, and online the session continues without a new sign-in; Back after signing out shows nothing of the member (U5) @ST-02 @BC-04', async ({
  device,
  baseURL,
  faults,
  clock,
  strict,
}) => {
  strict.expect(offline)
  await signIn(device.page)
  await device.page.goto('/mycards')
  await expect(device.page.getByRole('link', { name: 'View card ending in 7896' })).toBeVisible()
  await launched(device.page)
  await faults.stop()
  await clock.advance(29 * dayMs)
  const page = await device.relaunch()
  await page.goto(`${baseURL}/mycards`)
  await expect(page.getByRole('link', { name: 'View card ending in 7896' })).toBeVisible()
  await expect(page.getByText('Balances as of 29 days ago')).toBeVisible()
  await page.getByRole('link', { name: 'View card ending in 7896' }).click()
  await expect(page.getByText('$75.00')).toBeVisible()

  const tokenOf = () => page.evaluate(() => sessionStorage.getItem('token'))
  const before = await tokenOf()
  faults.forget()
  await faults.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(tokenOf).not.toBe(before)
  await page.goto(`${baseURL}/account`)
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await page.goto(`${baseURL}/mycards`)
  await expect(page.getByText('Balances as of just now')).toBeVisible()
  expect(refreshes(faults.calls)).toHaveLength(1)

  await test.step('Back after signing out', async () => {
    await page.goto(`${baseURL}/account`)
    await page.getByRole('button', { name: 'SIGN OUT', exact: true }).click()
    await expect(loginButton(page)).toBeVisible()
    await page.goBack()
    await expect(loginButton(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Hello/ })).toHaveCount(0)
  })
})

/** The member's data that nobody else may find. */
async function secretsOf(page: Page, world: World) {
  const { database } = world
  const [token, refreshToken] = await page.evaluate(() =>
    ['token', 'refresh_token'].map((name) => sessionStorage.getItem(name)!),
  )
  const [ticket] = await database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE user_id IS NOT NULL ORDER BY created_at DESC LIMIT 1',
  )
  const [user] = await database.query<Record<string, string>>(
    'SELECT * FROM users WHERE email = $1 AND location_id = $2',
    [member.email, 'bella-nyc'],
  )
  const numbers = await numbersOf(world, user!['id']!)
  return {
    token: token!,
    refreshToken: refreshToken!,
    email: member.email,
    password: member.password,
    lastName: user!['last_name']!,
    phone: user!['phone']!,
    street: user!['address']!,
    birthday: user!['dob']!,
    ticket: ticket!.id,
    ...Object.fromEntries(numbers.map((number) => [number, number])),
  }
}

test('signing out without a network leaves nothing of the member in any store, in any tab (U4, X12, X19) @ST-03', async ({
  page,
  context,
  faults,
  world,
  strict,
}) => {
  strict.expect(offline)
  strict.expect(/status of 401/)
  await signIn(page)
  await addMargherita(page)
  for (const path of ['/account', '/rewards', '/mycards']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /^View card/ }).first()).toBeVisible()
  await launched(page)
  const second = await context.newPage()
  await second.goto('/account')
  await expect(second.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  const secrets = await secretsOf(second, world)
  // The scan must be able to find the secrets in the first place.
  expect(findSecrets(await readStores(second), secrets)).toEqual(
    expect.arrayContaining(['token', 'refreshToken', 'email', 'lastName', 'ticket']),
  )

  await faults.stop()
  await page.goto('/login')
  const asking = page.getByRole('alertdialog', { name: 'Your order is not placed yet' })
  await expect(asking).toContainText('1 dish is on it.')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'SIGN OUT' }).click()
  await expect(loginButton(page)).toBeVisible()
  await expect(second).toHaveURL(/\/login/)
  // Signing out does not wait for a slow database: it is emptied a moment later.
  for (const tab of [page, second])
    await expect.poll(async () => findSecrets(await readStores(tab), secrets)).toEqual([])
  await expect(second.getByText(secrets.lastName)).toHaveCount(0)

  // Online again, the session ends on the server, too: captured tokens no longer work.
  faults.forget()
  await faults.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => faults.calls.some(({ path, status }) => path === '/api/auth/revoke' && status === 200))
    .toBe(true)
  const replayed = await page.evaluate(
    async (bearer) => (await fetch('/api/user', { headers: { authorization: `Bearer ${bearer}` } })).status,
    secrets.token,
  )
  expect(replayed).toBe(401)
})
