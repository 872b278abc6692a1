import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { World } from '../fixtures/world.ts'

/** Accounts as their owners use them: elements are found by role and name, emails are read from the folder that they are delivered to. */

export type Person = { email: string; password: string; firstName: string; lastName: string }

/** The demo's people (docs/design/demo-world.md). */
export const member: Person = {
  email: 'member@larder.test',
  password: 'Larder-demo-1',
  firstName: 'Mira',
  lastName: 'Member',
}
export const other: Person = {
  email: 'other@larder.test',
  password: 'Larder-demo-2',
  firstName: '',
  lastName: '',
}
export const locked: Person = {
  email: 'locked@larder.test',
  password: 'Larder-demo-3',
  firstName: '',
  lastName: '',
}
export const administrator: Person = {
  email: 'admin@larder.test',
  password: 'Larder-demo-4',
  firstName: '',
  lastName: '',
}

let made = 0
/** Somebody who has no account yet. */
export const newcomer = (): Person => ({
  email: `newcomer-${Date.now()}-${++made}@example.test`,
  password: 'three lemons and a spoon',
  firstName: 'Nella',
  lastName: 'Fresh',
})

export const loginButton = (page: Page) => page.getByRole('button', { name: 'LOGIN', exact: true })

/** Fills in the form of /login and sends it. */
export async function fillLogin(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  // Sign-up has a field EMAIL and a LOGIN link, too: the form to fill is the one with the button.
  await expect(loginButton(page)).toBeVisible()
  await page.getByRole('textbox', { name: 'EMAIL', exact: true }).fill(email)
  await page.getByLabel('PASSWORD', { exact: true }).fill(password)
  await loginButton(page).click()
}

/** Signs in at /login and waits for the next page. */
export async function signIn(
  page: Page,
  who: Pick<Person, 'email' | 'password'> = member,
  home = '',
): Promise<void> {
  await page.goto(`${home}/login`)
  await fillLogin(page, who)
  await expect(page).not.toHaveURL(/\/login/)
}

/** The path and query of the link in the newest email of a kind to an address. */
export async function readLink(world: World, to: string, kind: string): Promise<string> {
  const email = await readEmail(world, to, kind)
  const link = /https?:\/\/\S+/.exec(email)?.[0]
  if (link === undefined) throw new Error(`no link in the email:\n${email}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** The newest email of a kind to an address, once it has arrived. */
export async function readEmail(world: World, to: string, kind: string): Promise<string> {
  const folder = join(world.dataDir, 'outgoing')
  const address = to.replaceAll(/[^A-Za-z0-9.]+/g, '-')
  let text = ''
  // A file exists a moment before its content is written.
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) =>
        name.includes(`-${kind}-${address}`),
      )
      // Sorted by modification time: the file's name has the world's time, which another test may have moved on and back.
      const times = await Promise.all(
        names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
      )
      const newest = times.toSorted((one, other) => one.at - other.at).at(-1)
      text = newest === undefined ? '' : await readFile(join(folder, newest.name), 'utf8')
      return text
    })
    .not.toBe('')
  return text
}

/** Changes the member's city on a device without a signal, which stores the change until it can be sent. */
export async function keepCity(page: Page, city: string): Promise<void> {
  await page.getByRole('button', { name: 'EDIT' }).click()
  await page.getByLabel('Street address').fill('1 Test Street')
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State').selectOption('NY')
  await page.getByLabel('Zip').fill('10001')
  await page.getByRole('button', { name: 'SAVE INFORMATION' }).click()
  await expect(page.getByText('Saved on this device.')).toBeVisible()
}

/** Fills in all of /signup but the birthday and the human check. */
export async function fillSignUp(page: Page, who: Person): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('EMAIL').fill(who.email)
  await field('EMAIL CONFIRMATION').fill(who.email)
  await field('PASSWORD').fill(who.password)
  await field('CONFIRM PASSWORD').fill(who.password)
  await field('FIRST NAME').fill(who.firstName)
  await field('LAST NAME').fill(who.lastName)
  await field('PHONE').pressSequentially('2125550188')
}

/** Chooses 04/17/1986: typed into the field on a computer, into the dialog with wheels on a phone. */
export async function chooseBirthday(page: Page, isMobile: boolean): Promise<void> {
  if (!isMobile) return await page.getByLabel('DATE OF BIRTH', { exact: true }).pressSequentially('04171986')
  await page.getByRole('button', { name: /^DATE OF BIRTH/ }).click()
  const dialog = page.getByRole('dialog', { name: 'DATE OF BIRTH' })
  await dialog.getByRole('button', { name: 'Type it instead' }).click()
  await dialog.getByLabel('Month, day and year').fill('04/17/1986')
  await dialog.getByRole('button', { name: 'Done' }).click()
}

export async function passCheck(page: Page): Promise<void> {
  await page.getByLabel('I’m not a robot').click()
  await expect(page.getByText('Checked.')).toBeVisible({ timeout: 30_000 })
}

/** Makes a new account that is confirmed already, for a test that is not about signing up. */
export async function addMember(world: World): Promise<Person> {
  const who = { ...newcomer(), password: member.password }
  await world.database.query(
    `INSERT INTO users (location_id, id, email, email_key, first_name, last_name, dob, phone, address, address2, city, state, zip, role, password_hash,
       confirmed_at, version, created_at)
     SELECT location_id, $5, $1, $1, $2, $3, '04/17/1986', '2125550188', '', '', '', '', '', role, password_hash, confirmed_at, 1, created_at
     FROM users WHERE location_id = 'bella-nyc' AND email_key = $4`,
    [who.email, who.firstName, who.lastName, member.email, randomUUID()],
  )
  return who
}
