import type { Page } from '@playwright/test'
import type { World } from '../fixtures/world.ts'
import { expect, test } from '../fixtures/test.ts'
import { findSecrets, readStores } from '../fixtures/scan.ts'
import {
  chooseBirthday,
  fillLogin,
  fillSignUp,
  loginButton,
  member,
  type Person,
  passCheck,
  readLink,
  signIn,
} from '../pages/account.ts'
import { numbersOf } from '../pages/cards.ts'
import {
  addMargherita,
  chooseCurbside,
  chooseTime,
  placeButton,
  readOrderNumber,
  reviewOrder,
  tip,
  typeCard,
} from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/** A person whose every detail is unique, so that a leak can be found. */
const canary: Person = {
  email: 'canary.quetzal@example.test',
  password: 'seven mangos on a tray',
  firstName: 'Quetzalina',
  lastName: 'Wrenfeather',
}
const planted = {
  email: canary.email,
  password: canary.password,
  newPassword: 'eight papayas in a sink',
  wrongPassword: 'nine guavas under a sofa',
  firstName: canary.firstName,
  lastName: canary.lastName,
  phone: '2125550188',
  phoneAsShown: '(212) 555-0188',
  birthday: '04/17/1986',
  street: '77 Nightjar Terrace',
  apartment: 'Loft Kingfisher',
  comment: 'Ring the bell marked Bluethroat',
  plate: 'LARK-4417',
  cardNumber: '4242424242424242',
}

/** The texts in the browser's caches, and everything it stores permanently outside of its databases. */
async function readCachesAndLocalStorage(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const held = [JSON.stringify({ ...localStorage }), document.cookie]
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        held.push(request.url, await (await caches.match(request))!.text())
    return held.join('\n')
  })
}

async function tokensOf(page: Page): Promise<Record<string, string>> {
  const [token, refreshToken] = await page.evaluate(() =>
    ['token', 'refresh_token'].map((name) => sessionStorage.getItem(name)!),
  )
  return { token: token!, refreshToken: refreshToken! }
}

/**
 * A new guest's whole evening: signs up, confirms, signs in, mistypes, edits, orders, pays, changes and resets the
 * password. Returns what was created on the way.
 */
async function runGuestScenario(
  page: Page,
  world: World,
  isMobile: boolean,
): Promise<Record<string, string>> {
  await page.goto('/signup')
  await fillSignUp(page, canary)
  await chooseBirthday(page, isMobile)
  await passCheck(page)
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(page.getByText('Success!')).toBeVisible()
  const confirmLink = await readLink(world, canary.email, 'confirm')
  await page.goto(confirmLink)
  await expect(page.getByText('Success!')).toBeVisible()
  await page.goto('/login')
  await fillLogin(page, { ...canary, password: planted.wrongPassword })
  await expect(page.getByRole('alert')).toBeVisible()
  await fillLogin(page, canary)
  await expect(page).not.toHaveURL(/login/)
  const first = await tokensOf(page)
  await editDetails(page)
  await orderDinner(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'CHANGE PASSWORD' }).click()
  await page.getByLabel('Current password').fill(canary.password)
  await page.getByLabel('New password', { exact: true }).fill(planted.newPassword)
  await page.getByLabel('Confirm new password').fill(planted.newPassword)
  await page.getByRole('button', { name: 'UPDATE PASSWORD' }).click()
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  const tokens = await tokensOf(page)
  return {
    firstToken: first['token']!,
    ...tokens,
    confirmToken: new URLSearchParams(confirmLink.split('?')[1]).get('token')!,
  }
}

async function editDetails(page: Page): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'EDIT' }).click()
  await page.getByLabel('Street address').fill(planted.street)
  await page.getByLabel('Apartment, floor').fill(planted.apartment)
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').selectOption('NY')
  await page.getByLabel('Zip').fill('10014')
  await page.getByRole('button', { name: 'SAVE INFORMATION' }).click()
  await expect(page.getByText('Your details are up to date.')).toBeVisible()
}

/** The account's details are filled in already; the car and the note are not. */
async function orderDinner(page: Page): Promise<void> {
  await addMargherita(page)
  await reviewOrder(page)
  await chooseCurbside(page)
  await chooseTime(page)
  await expect(page.getByLabel('Last name')).toHaveValue(canary.lastName)
  await page.getByRole('button', { name: 'Add your car' }).click()
  await page.getByLabel('License plate').fill(planted.plate)
  await page.getByLabel('Note for the kitchen').fill(planted.comment)
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await tip(page, 10)
  await typeCard(page, planted.cardNumber)
  await press(placeButton(page))
  await readOrderNumber(page)
}

test('over a whole evening, none of 25 secrets appears in a log, an address, a cache, a console or a request to anybody else (X13, X12)', async ({
  page,
  context,
  world,
  faults,
  isMobile,
  baseURL,
  strict,
}) => {
  test.slow()
  strict.expect(/status of 422/)
  const asked: string[] = []
  const said: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => said.push(message.text()))
  faults.forget()
  const made = await runGuestScenario(page, world, isMobile)
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  expect(findSecrets(await readStores(page), { ...planted, ...made })).toEqual([])

  await signIn(page, member)
  for (const path of ['/account', '/rewards', '/mycards']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /ending in 7896/ })).toBeVisible()
  const [user] = await world.database.query<{ id: string }>(
    `SELECT id FROM users WHERE email = $1 AND location_id = 'bella-nyc'`,
    [member.email],
  )
  const numbers = await numbersOf(world, user!.id)
  const secrets: Record<string, string> = {
    ...planted,
    ...made,
    memberEmail: member.email,
    memberPassword: member.password,
    ...Object.fromEntries(
      Object.entries(await tokensOf(page)).map(([name, value]) => [`member ${name}`, value]),
    ),
    ...Object.fromEntries(numbers.map((number) => [number, number])),
  }
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(25)

  // A mailed link has its token in the address once, when it is opened: the specification says so. The token works once, and
  // the page removes it from the address at once.
  const addresses = [...asked, ...faults.calls.map(({ path }) => path)].filter(
    (address) => !/\/(unlockaccount|resetpassword)\?token=/.test(address),
  )
  expect(findSecrets(addresses.join('\n'), secrets)).toEqual([])
  expect(findSecrets(JSON.stringify(world.log), secrets)).toEqual([])
  expect(findSecrets(said.join('\n'), secrets)).toEqual([])
  expect(findSecrets(await readCachesAndLocalStorage(page), secrets)).toEqual([])
  const elsewhere = asked.filter(
    (address) =>
      !address.startsWith(baseURL!) && !address.startsWith('data:') && !address.startsWith('blob:'),
  )
  expect(elsewhere).toEqual([])
})
