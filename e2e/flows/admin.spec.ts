import { builtScript } from '../fixtures/built-files.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, loginButton, member, readLink, signIn } from '../pages/account.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('an administrator manages the apps, looks up a device and invites somebody @OV-06 @RO-03 @AU-09 @AD-05 @AD-06 @AD-07 @one-window', async ({
  page,
  world,
}) => {
  await page.goto('/admin')
  await expect(loginButton(page)).toBeVisible()
  await signIn(page, administrator)
  await page.goto('/admin?view=apps')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('table').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await page.getByRole('button', { name: /new app|add/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Table bell')
  await dialog.getByLabel('Description').fill('Rings at the pass')
  await dialog.getByLabel('Version').fill('1.2.0')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /save|create|add/i }).click()
  await expect(page.getByRole('cell', { name: 'Table bell' })).toBeVisible()
  const [app] = await world.database.query<{ version: string }>(
    `SELECT version FROM master_apps WHERE name = 'Table bell'`,
  )
  expect(app).toEqual({ version: '1.2.0' })

  // A wide window shows the sections as a list; a narrow one puts them behind a button that names the current section.
  const ways = page.getByRole('navigation', { name: 'Administration' })
  const opener = ways.getByRole('button', { name: 'Master apps' })
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(opener).toBeHidden()
  await expect(ways.getByRole('link', { name: 'Invite a user' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(before)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(ways.getByRole('link')).toHaveCount(0)
  await opener.click()
  await ways.getByRole('list', { name: 'Staff' }).getByRole('link', { name: 'Invite a user' }).click()
  await expect(page).toHaveURL(/view=invite/)
  await page.getByLabel('Email').fill('cook@example.test')
  await page.getByLabel('First name').fill('Coco')
  await page.getByLabel('Last name').fill('Herb')
  await page.getByLabel('Role').selectOption('Kitchen')
  await page.getByRole('button', { name: 'SEND INVITATION' }).click()
  expect(await readLink(world, 'cook@example.test', 'invite')).toMatch(/^\/signup\?token=/)
})

test('a member is told that the page is for managers and owners, and downloads its script on no other page @RO-03 @one-window', async ({
  page,
  faults,
}) => {
  faults.forget()
  await signIn(page, member)
  for (const path of ['/', '/account', '/rewards', '/mycards']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const screen = builtScript('src/routes/_kit/_user/admin.lazy.tsx')
  const scripts = faults.calls.filter(({ path }) => path === screen)
  // The service worker caches every file for later; the page itself must request none of these.
  const fetchedByPage = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(fetchedByPage).not.toContain(screen)
  expect(scripts.length).toBeLessThanOrEqual(2)
  await page.goto('/admin')
  await expect(page.getByText('This page is for managers and owners.')).toBeVisible()
})
