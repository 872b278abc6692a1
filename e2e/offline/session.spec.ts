import type { Page } from '@playwright/test'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { findSecrets, readStores } from '../fixtures/scan.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { loginButton, member, signIn } from '../pages/account.ts'
import { cardNumbers, counter, numbersOf, openCards } from '../pages/cards.ts'
import { addMargherita } from '../pages/ordering.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

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
    giver: 'Aunt Freja',
    endOfNumber: '• 0021',
    ...Object.fromEntries(numbers.map((number) => [number, number])),
  }
}

test('actions that need an answer now say so without a signal, and send nothing later; signing out without a network leaves nothing of the member in any store, in any tab (U4, X12, X19) @ST-03 @LO-04', async ({
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
  await walkTo(page, '/rewards')
  await expect(page.getByText(/points/i).first()).toBeVisible()
  await openCards(page)
  await page.getByRole('link', { name: 'View card ending in 0021' }).click()
  const history = page.getByRole('region', { name: 'Transactions' })
  await expect(history).toContainText('$18.25')
  const card = page.url()
  await launched(page)
  const second = await context.newPage()
  await second.goto('/account')
  await expect(second.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  const secrets = await secretsOf(second, world)
  // The scan must be able to find the secrets in the first place.
  const { full, second: next, empty, expired } = cardNumbers
  const held = ['token', 'refreshToken', 'email', 'lastName', 'ticket', 'giver', 'endOfNumber']
  // The cards are stored just after they are shown.
  await expect
    .poll(async () => findSecrets(await readStores(second), secrets))
    .toEqual(expect.arrayContaining([...held, full, next, empty, expired]))

  await page.goto('/mycards/import')
  const code = page.getByRole('textbox', { name: 'CLAIM CODE' })
  await code.fill('NOBODY-HAS-THIS')
  await faults.stop()
  await test.step('an action that needs an answer now', async () => {
    await page.getByRole('button', { name: 'APPLY', exact: true }).last().click()
    await expect(page.getByRole('alert')).toContainText(
      'We couldn’t tell whether this went through. Check before you try again.',
    )
    await expect(code).toHaveValue('NOBODY-HAS-THIS')
  })
  // Pages of cards that were opened before are there without a network.
  await page.goto(card)
  await expect(history).toContainText('$18.25')
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
  await page.goto('/mycards/counter')
  await expect(loginButton(page)).toBeVisible()
  await expect(counter(page)).toHaveCount(0)

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
  expect(faults.calls.filter(({ path }) => path.endsWith('/card/import'))).toEqual([])
})
