import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, signIn } from '../pages/account.ts'

// It is about two devices and the restaurant; nothing here is kept.
test.use({ offlineWorker: false })

test('a tablet signs in by a code, moves an order, and is signed out from afar @one-window', async ({
  page,
  browser,
  portal,
  strict,
  clock,
  world,
}) => {
  const home = portal('bella')
  const elsewhere = await openElsewhere(
    browser,
    { strict, clock },
    { viewport: { width: 1024, height: 768 } },
  )
  const kitchen = await elsewhere.newPage()
  await kitchen.goto(`${home}/kitchen`)
  await expect(kitchen.getByLabel('Code for this tablet')).toBeVisible()
  await expectAccessible(kitchen)

  await signIn(page, administrator, home)
  await page.goto(`${home}/admin?view=tablets`)
  await page.getByLabel('Name of the tablet').fill('Pass')
  await page.getByRole('button', { name: 'CREATE CODE' }).click()
  const shown = page.getByText(/^\d{4} \d{4}$/)
  await expect(shown).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await kitchen.getByLabel('Code for this tablet').fill(await shown.innerText())
  await kitchen.getByRole('button', { name: 'SIGN THIS TABLET IN' }).click()
  await expect(kitchen.getByText('Signed in as tablet “Pass”')).toBeVisible()
  // A screen to work at: nothing of what invites guests, and the menu for all other ways.
  await expect(kitchen.getByRole('contentinfo')).toHaveCount(0)
  await expect(kitchen.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(kitchen.getByRole('button', { name: 'Open menu' })).toBeVisible()
  // One of the demo's orders comes in once more.
  await world.database.query(
    `UPDATE tickets SET status = 'Submitted' WHERE (location_id, id) IN
       (SELECT location_id, ticket_id FROM submissions WHERE location_id = 'bella-nyc' LIMIT 1)`,
  )
  const first = kitchen.getByRole('button', { name: /^START: / }).first()
  const name = (await first.getAttribute('aria-label'))!.replace('START: ', '')
  // By its name: with the next look at the kitchen another order may be the first.
  await kitchen.getByRole('button', { name: `START: ${name}`, exact: true }).click()
  await expect(kitchen.getByRole('button', { name: `READY: ${name}` })).toBeVisible()
  await expect(kitchen.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await expect(kitchen.getByRole('switch', { name: 'New orders go to the kitchen' })).toHaveCount(0)
  await kitchen.reload()
  await expect(kitchen.getByRole('button', { name: `READY: ${name}` })).toBeVisible()

  // What the tablet asks for next is refused.
  strict.expect(/status of 401/)
  await page.getByRole('button', { name: 'Sign out Pass' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'SIGN OUT' }).click()
  await expect(page.getByText('No tablet is signed in.')).toBeVisible()
  await expect(kitchen.getByText('This tablet was signed out')).toBeVisible()
  await expect(kitchen.getByLabel('Code for this tablet')).toBeVisible()
  await elsewhere.close()
})
