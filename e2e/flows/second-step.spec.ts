import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
import { administrator, fillLogin, signIn } from '../pages/account.ts'
import { goToPayment, placeButton, readOrderNumber, typeNewCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

test.use({ offlineWorker: false })

const chef = { email: 'chef@larder.test', password: administrator.password }

/** A second owner of Bella's, like the demo's, so that what is set up here does not affect other tests. */
const addOwner = (world: World) =>
  world.database.query(
    `INSERT INTO users (location_id, id, email, email_key, first_name, last_name, dob, phone, address, address2, city, state, zip, role, password_hash,
       confirmed_at, version, created_at)
     SELECT location_id, id || '-chef', $1, $1, 'Ines', 'Chef', dob, phone, address, address2, city, state, zip, 'owner', password_hash, confirmed_at, 1, created_at
     FROM users WHERE email_key = $2
     ON CONFLICT (location_id, email_key) DO NOTHING`,
    [chef.email, administrator.email],
  )

/** A phone with a fingerprint reader, as the browser's virtual authenticator (Chrome DevTools Protocol, WebAuthn). */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, signs in after the password, and is required for a refund @one-window', async ({
  page,
  world,
  clock,
  strict,
}) => {
  test.slow()
  await addOwner(world)
  await goToPayment(page)
  await typeNewCard(page)
  await press(placeButton(page))
  const number = await readOrderNumber(page)

  await addAuthenticator(page)
  await signIn(page, chef)
  await page.goto('/admin?view=security')
  await page.getByLabel('Name of the new passkey').fill('Chef’s phone')
  await page.getByRole('button', { name: 'ADD A PASSKEY' }).click()
  await expect(page.getByRole('rowheader', { name: /Chef’s phone/ })).toBeVisible()
  await page.getByRole('button', { name: 'GENERATE RECOVERY CODES' }).click()
  await expect(page.getByText('Shown only once')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  strict.expect(/403/)
  await page.goto('/login')
  await fillLogin(page, chef)
  await expect(page.getByText('One more step')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'USE A PASSKEY' }).click()
  await expect(page).not.toHaveURL(/\/login/)

  await clock.advance(6 * 60_000)
  await page.goto('/kitchen')
  await page.getByRole('button', { name: `Refund ${number}` }).click()
  const refund = page.getByRole('dialog', { name: `Refund order ${number}` })
  await refund.getByLabel('Margherita').selectOption('1')
  await refund.getByLabel('Why').selectOption('Something was missing')
  await refund.getByRole('button', { name: /^REFUND \$\d/ }).click()
  const asking = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(asking.getByRole('button', { name: 'USE A PASSKEY' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'CANCEL' }).click()
  await expect(refund.getByLabel('Margherita')).toHaveValue('1')
  // Orders of other tests are in this kitchen, too.
  const wentBack = page.getByText(/refunded, .*1 × Margherita/)
  const before = await wentBack.count()
  await refund.getByRole('button', { name: /^REFUND \$\d/ }).click()
  await asking.getByRole('button', { name: 'USE A PASSKEY' }).click()
  await expect(refund).toBeHidden()
  await expect(wentBack).toHaveCount(before + 1)
})
