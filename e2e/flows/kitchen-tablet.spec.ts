import type { Locator } from '@playwright/test'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { administrator, signIn } from '../pages/account.ts'
import { expectOnPaper } from '../pages/paper.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('a tablet signs in with a code, moves an order, and is signed out remotely @one-window', async ({
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
  // The kitchen's page has no footer and no main navigation; the menu button leads to everything else.
  await expect(kitchen.getByRole('contentinfo')).toHaveCount(0)
  await expect(kitchen.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(kitchen.getByRole('button', { name: 'Open menu' })).toBeVisible()
  // Set one of the demo's orders back to submitted.
  await world.database.query(
    `UPDATE tickets SET status = 'Submitted' WHERE (location_id, id) IN
       (SELECT location_id, ticket_id FROM submissions WHERE location_id = 'bella-nyc' LIMIT 1)`,
  )
  const first = kitchen.getByRole('button', { name: /^START: / }).first()
  const name = (await first.getAttribute('aria-label'))!.replace('START: ', '')
  // Find the order by its name: after the next poll another order may be the first.
  await kitchen.getByRole('button', { name: `START: ${name}`, exact: true }).click()
  await expect(kitchen.getByRole('button', { name: `READY: ${name}` })).toBeVisible()
  await expect(kitchen.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await expect(kitchen.getByRole('switch', { name: 'New orders go to the kitchen' })).toHaveCount(0)
  await kitchen.reload()
  await expect(kitchen.getByRole('button', { name: `READY: ${name}` })).toBeVisible()

  // The tablet's next request is refused.
  strict.expect(/status of 401/)
  await page.getByRole('button', { name: 'Sign out Pass' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'SIGN OUT' }).click()
  await expect(page.getByText('No tablet is signed in.')).toBeVisible()
  await expect(kitchen.getByText('This tablet was signed out')).toBeVisible()
  await expect(kitchen.getByLabel('Code for this tablet')).toBeVisible()
  await elsewhere.close()
})

test('the board prints its orders without the switches and the site around them', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, administrator, portal('bella'))
  await page.goto(`${portal('bella')}/kitchen`)
  await expectOnPaper(
    page,
    page.getByRole('heading', { name: /^New \d/, level: 2 }),
    page.getByRole('button', { name: 'SOLD OUT' }),
  )
  await expectOnPaper(
    page,
    page.getByRole('heading', { name: /^New \d/, level: 2 }),
    page.getByRole('link', { name: 'Administration' }),
  )
  await expect(page.getByRole('switch', { name: 'New orders go to the kitchen' })).toBeVisible()
})

test('on a tablet in portrait the three columns are beside each other, below two rows of switches', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await signIn(page, administrator, portal('bella'))
  await page.goto(`${portal('bella')}/kitchen`)
  const topOf = async (what: Locator) => Math.round((await what.boundingBox())!.y)
  const heads = ['New', 'Preparing', 'Ready'].map((name) =>
    page.getByRole('heading', { name: new RegExp(`^${name} \\d`), level: 2 }),
  )
  for (const head of heads) await expect(head).toBeInViewport()
  expect(new Set(await Promise.all(heads.map(topOf))).size).toBe(1)
  const tools = [
    page.getByRole('switch', { name: 'New orders go to the kitchen' }),
    page.getByRole('button', { name: 'PAUSE NEW ORDERS' }),
    page.getByRole('button', { name: 'SOLD OUT' }),
    page.getByRole('switch', { name: 'Sound for new orders' }),
  ]
  const bottoms = await Promise.all(
    tools.map(async (tool) => {
      const { y, height } = (await tool.boundingBox())!
      return Math.round((y + height / 2) / 20)
    }),
  )
  expect(new Set(bottoms).size).toBeLessThanOrEqual(2)
  await expectNoHorizontalScroll(page)
  // The link to the manager's other page is there once, at every width.
  const ways = page.getByRole('main').getByRole('link', { name: 'Administration' })
  expect((await ways.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('link', { name: 'Administration', exact: false })).toHaveCount(1)
  await page.goto(`${portal('bella')}/admin`)
  await expect(page.getByRole('link', { name: 'Kitchen', exact: false })).toHaveCount(1)
})
