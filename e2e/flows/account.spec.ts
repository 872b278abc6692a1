import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import {
  addMember,
  chooseBirthday,
  fillLogin,
  fillSignUp,
  locked,
  loginButton,
  member,
  newcomer,
  passCheck,
  readEmail,
  readLink,
  signIn,
} from '../pages/account.ts'

// The service worker plays no part in what is tested here. The next test creates and confirms an account with it.
test.use({ offlineWorker: false })

const loginLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'LOGIN', exact: true })
const negative = 'There were some errors with your submission'

test.describe(() => {
  // A whole account is created with the service worker, as on a phone.
  test.use({ offlineWorker: true })
  test('somebody signs up, confirms with the link in the email, and signs in @LO-07 @LO-08 @LO-12 @LO-17 @ST-41 @AU-07 @LO-05 @LO-15 @VA-21 @RT-25 @RT-26 @EN-08 @EN-51', async ({
    page,
    world,
    isMobile,
    strict,
  }) => {
    strict.expect(/status of 422/)
    const who = newcomer()
    await page.goto('/rewards')
    await page.getByRole('button', { name: 'SIGN UP!' }).click()
    await expect(page.getByRole('heading', { name: 'SIGN UP', level: 1 })).toBeVisible()
    await expect(page.getByText('A seat at the table')).toBeVisible()
    const submit = page.getByRole('button', { name: 'SUBMIT' })
    await expect(submit).toBeDisabled()
    await fillSignUp(page, who)
    await expect(page.getByLabel('PHONE')).toHaveValue('(212) 555-0188')
    await chooseBirthday(page, isMobile)
    await passCheck(page)

    // A mismatch is reported at its field, which gets the focus.
    await page.getByLabel('EMAIL CONFIRMATION').fill('somebody@else.test')
    await submit.click()
    await expect(page.getByText('Email & Email Confirmation must match.')).toBeVisible()
    await expect(page.getByLabel('EMAIL CONFIRMATION')).toBeFocused()
    await page.getByLabel('EMAIL CONFIRMATION').fill(who.email)
    await submit.click()
    await expect(page.getByText('Success!')).toBeVisible()
    await expect(submit).toHaveCount(0)
    await expectAccessible(page)

    // The sign-in is refused until the link in the email is opened, and the message does not say why.
    await page.getByRole('main').getByRole('link', { name: 'LOGIN' }).click()
    await fillLogin(page, who)
    await expect(page.getByRole('alert')).toContainText(negative)
    // The link opens in another tab, and still leads back to the page where the sign-up began.
    const opened = await page.context().newPage()
    await opened.goto(await readLink(world, who.email, 'confirm'))
    await expect(opened.getByRole('heading', { name: 'YOUR ACCOUNT', level: 1 })).toBeVisible()
    await expect(opened.getByText('Success!')).toBeVisible()
    await expect(opened).not.toHaveURL(/token/)
    await opened.getByRole('main').getByRole('link', { name: 'LOGIN' }).click()
    await fillLogin(opened, who)
    await expect(opened).toHaveURL(/\/rewards$/)
  })
})

test('a member edits their details, changes the password and leaves @AC-02 @AC-03 @AC-04 @ST-40 @AU-14 @AU-15 @VA-26 @EN-49', async ({
  page,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 422/)
  const who = await addMember(world)
  await signIn(page, who)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: `Hello, ${who.firstName} ${who.lastName}` })).toBeVisible()
  for (const text of [who.email, '(212) 555-0188', '04/17/1986'])
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(text)
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('City').fill('Nowhere')
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
  await expect(page.getByText('Nowhere')).toHaveCount(0)
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.getByLabel('Street address').fill('9 Bank Street')
  await page.getByRole('button', { name: 'SAVE INFORMATION' }).click()
  await expect(page.getByText('Please enter a valid info').first()).toBeVisible()
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').selectOption('NY')
  await page.getByLabel('Zip').fill('10014')
  await page.getByRole('button', { name: 'SAVE INFORMATION' }).click()
  await expect(page.getByText('Your details are up to date.')).toBeVisible()
  await expect(page.getByText('9 Bank Street, New York, NY 10014')).toBeVisible()

  await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click()
  const update = page.getByRole('button', { name: 'UPDATE PASSWORD' })
  await expect(update).toBeDisabled()
  await expect(page.getByText('Please enter a valid data')).toHaveCount(3)
  await page.getByLabel('Current password').fill('not this one at all')
  await page.getByLabel('New password', { exact: true }).fill('five oranges in a bowl')
  await page.getByLabel('Confirm new password').fill('five oranges in a bowl')
  await update.click()
  await expect(page.getByRole('alert')).toContainText(negative)
  await page.getByLabel('Current password').fill(who.password)
  await update.click()
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  // This device stays signed in.
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()

  await page.getByRole('button', { name: 'SIGN OUT', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(loginButton(page)).toBeVisible()
  await signIn(page, { ...who, password: 'five oranges in a bowl' })
})

test('a guest who opens the account signs in and is led there; opening the login again ends the session @RT-34 @LO-01 @LO-02 @LO-04 @LO-05 @ST-01 @ST-03 @RO-02 @OV-01 @RT-25', async ({
  page,
  strict,
}) => {
  // A request sent before the sign-out may reach the server after it.
  strict.expect(/status of 401/)
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login$/)
  for (const name of ['FORGOT PASSWORD?', 'CREATE AN ACCOUNT', 'SKIP'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await fillLogin(page, member)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { name: 'My Transactions' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^View order/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^View card/ }).first()).toBeVisible()
  const readStored = () =>
    page.evaluate(() =>
      ['token', 'refresh_token', 'expires', 'email'].map((name) => sessionStorage.getItem(name)),
    )
  const stored = await readStored()
  expect(stored.every((value) => value !== null && value !== '')).toBe(true)
  expect(stored[3]).toBe(member.email)

  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  // The title names the restaurant.
  await expect(page).toHaveTitle('Sign in | Bella Trattoria')
  // The server's first screen is visible before the portal has ended the session.
  await expect.poll(readStored).toEqual([null, null, null, null])
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login$/)
})

test('five wrong passwords lock an account, and the link in the email unlocks it by itself @LO-03 @LO-15 @LO-16 @ER-06 @AU-10 @AU-11 @ST-41 @EN-52 @RT-25', async ({
  page,
  world,
  strict,
}) => {
  strict.expect(/status of 42[23]/)
  await page.goto('/login')
  await fillLogin(page, locked)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(negative)
  await expect(alert).toContainText('locked')
  await alert.getByRole('link', { name: 'Resend unlock code' }).click()
  await expect(page.getByRole('heading', { name: 'RESEND UNLOCK CODE?', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/resendunlock$/)
  await page.getByRole('textbox', { name: 'EMAIL' }).fill(locked.email)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'EMAIL' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'HOME', exact: true })).toHaveAttribute(
    'href',
    '/',
  )
  const link = await readLink(world, locked.email, 'unlock')
  await page.goto(link)
  await expect(page.getByText('Success!')).toBeVisible()
  await signIn(page, locked)
  // The link works once: a second use is refused, and another link can be requested.
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText(negative)
  await expect(page.getByRole('button', { name: 'RESEND UNLOCK CODE' })).toBeVisible()
})

test('a forgotten password is replaced through the email, once @LO-13 @LO-14 @AU-05 @AU-06 @AU-16 @RT-25 @RT-27 @EN-52', async ({
  page,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 422/)
  const who = await addMember(world)
  await page.goto('/forgotpassword')
  await expect(page.getByRole('heading', { name: 'FORGOT PASSWORD', level: 1 })).toBeVisible()
  await expect(page.getByText('Already have an account?')).toBeVisible()
  await page.getByPlaceholder('E-mail address').fill(who.email)
  await page.getByRole('button', { name: 'SEND', exact: true }).click()
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page.getByPlaceholder('E-mail address')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'FORGOT PASSWORD', level: 1 })).toBeVisible()
  await expect(loginLink(page)).toHaveAttribute('href', '/login')
  const link = await readLink(world, who.email, 'reset')
  expect(link).toMatch(/^\/resetpassword\?token=/)

  await page.goto(link)
  await expect(page).not.toHaveURL(/token/)
  await expect(page.getByRole('heading', { name: 'RESET PASSWORD', level: 1 })).toBeVisible()
  for (const name of ['NEW PASSWORD', 'CONFIRM PASSWORD'])
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('type', 'password')
  await page.getByLabel('NEW PASSWORD', { exact: true }).fill('short')
  await page.getByLabel('CONFIRM PASSWORD').fill('short')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByRole('alert')).toContainText(negative)
  // A reload does not use up the link.
  await page.reload()
  await page.getByLabel('NEW PASSWORD', { exact: true }).fill('ten cherries in a cup')
  await page.getByLabel('CONFIRM PASSWORD').fill('ten cherries in a cup')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page.getByLabel('CONFIRM PASSWORD')).toHaveCount(0)
  await expect(loginLink(page)).toHaveAttribute('href', '/login')
  // A link that was used says so before anything is typed.
  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
  await expect(page.getByLabel('NEW PASSWORD', { exact: true })).toHaveCount(0)
  await signIn(page, { email: who.email, password: 'ten cherries in a cup' })
  expect(await readEmail(world, who.email, 'reset')).toContain('Bella Trattoria')
})
