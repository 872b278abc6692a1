import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { addMember, readEmail, signIn } from '../pages/account.ts'

// The service worker plays no part in what is tested here; the phone's database is also checked.
test.use({ offlineWorker: false })

test('a member downloads all of their data, deletes the account, and leaves nothing on the phone @one-window', async ({
  page,
  world,
  strict,
}) => {
  test.slow()
  // The wrong password.
  strict.expect(/status of 422/)
  const who = await addMember(world)
  await signIn(page, who)
  await page.goto('/account')
  const data = page.getByRole('region', { name: 'My data' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'GET MY DATA' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^bella-trattoria-my-data-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await file.path(), 'utf8')
  for (const known of [who.email, who.firstName, '2125550188', '04/17/1986']) expect(text).toContain(known)
  await expect(data.getByText('Your details: 1')).toBeVisible()
  await expectAccessible(page)

  await data.getByRole('button', { name: 'DELETE MY ACCOUNT' }).click()
  const form = page.getByRole('region', { name: 'Details', exact: true })
  await expect(form.getByText('This cannot be undone.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await form.getByLabel('Your password, to be sure it is you').fill('not my password')
  await form.getByRole('button', { name: 'DELETE FOR GOOD' }).click()
  await expect(form.getByText('The current password is not right.').first()).toBeVisible()
  await form.getByLabel('Your password, to be sure it is you').fill(who.password)
  await form.getByRole('button', { name: 'DELETE FOR GOOD' }).click()

  await expect(
    page.getByText('Your account is deleted, and nothing of it is left on this device.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What we keep, and for how long' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  expect(await readEmail(world, who.email, 'deleted')).toContain('/privacy')
  await expect
    .poll(() =>
      page.evaluate(async (email) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('larder')
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error ?? new Error('no store'))
        })
        const rows = await Promise.all(
          [...database.objectStoreNames].map(
            (name) =>
              new Promise<unknown[]>((resolve) => {
                const all = database.transaction(name).objectStore(name).getAll()
                all.onsuccess = () => resolve(all.result as unknown[])
              }),
          ),
        )
        database.close()
        return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }]).includes(email)
      }, who.email),
    )
    .toBe(false)
})
