import type { Locator, Page } from '@playwright/test'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import type { World } from '../fixtures/world.ts'
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
  // Set one of the demo's orders back to submitted, as if it came in now.
  await world.database.query(
    `UPDATE tickets SET status = 'Submitted', history = '[]', touched_at = $1 WHERE (location_id, id) IN
       (SELECT location_id, ticket_id FROM submissions WHERE location_id = 'bella-nyc' LIMIT 1)`,
    [world.clock.now()],
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

/** The three columns are beside each other, below two rows of switches. */
async function expectThreeColumns(page: Page): Promise<void> {
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
}

/** Thirty new orders, as on a busy evening: copies of one of the demo's, `B-2000` to `B-2029`. */
async function fillBoard({ database, clock }: World): Promise<void> {
  await database.query(
    `INSERT INTO tickets SELECT (jsonb_populate_record(null::tickets, to_jsonb(t) ||
       jsonb_build_object('id', 'busy-' || n, 'name', 'B-' || (2000 + n), 'status', 'Submitted', 'history', '[]'::jsonb, 'touched_at', $1::bigint))).*
     FROM (SELECT * FROM tickets WHERE location_id = 'bella-nyc' AND name <> '' LIMIT 1) t, generate_series(0, 29) n RETURNING 1 AS made`,
    [clock.now()],
  )
  await database.query(
    `INSERT INTO submissions SELECT location_id, id, 'busy', name, 100, touched_at FROM tickets WHERE id LIKE 'busy-%' RETURNING 1 AS made`,
  )
}

async function emptyBoard({ database }: World): Promise<void> {
  await database.query(`DELETE FROM submissions WHERE ticket_id LIKE 'busy-%' RETURNING 1 AS gone`)
  await database.query(`DELETE FROM tickets WHERE id LIKE 'busy-%' RETURNING 1 AS gone`)
}

/** Cancels the first orders of the busy board elsewhere. */
const cancelFirst = ({ database }: World, count: number) =>
  database.query(
    `UPDATE tickets SET status = 'Cancelled' WHERE id LIKE 'busy-%' AND name < 'B-' || (2000 + $1::int) RETURNING 1 AS cancelled`,
    [count],
  )

/** The line about the order that is canceled first. */
const canceledLine = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'B-2000 was canceled on another screen. Stop making it.' })

/** The line is in sight with the board scrolled to its end, and covers nothing that the keyboard leads to. */
async function expectLineInSight(page: Page): Promise<void> {
  const line = canceledLine(page)
  const last = page.getByRole('button', { name: 'START: B-2029' })
  await last.scrollIntoViewIfNeeded()
  await expect(line).toBeInViewport({ ratio: 1 })
  await expect(last).toBeInViewport()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const upper = page.getByRole('button', { name: 'START: B-2010' })
  await upper.focus()
  const [lineBox, upperBox] = [(await line.boundingBox())!, (await upper.boundingBox())!]
  expect(upperBox.y).toBeGreaterThanOrEqual(lineBox.y + lineBox.height)
}

/** However many lines there are, the board stays. */
async function expectBoardBesideLines(page: Page): Promise<void> {
  const last = page.getByRole('button', { name: 'START: B-2029' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
}

test('the board: what it prints, its columns on a tablet in portrait, and an order that is canceled elsewhere, wherever a long board is scrolled to @one-window', async ({
  page,
  portal,
  world,
}) => {
  const [tablet, phone] = [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]
  await fillBoard(world)
  try {
    await page.setViewportSize(tablet)
    await signIn(page, administrator, portal('bella'))
    await page.goto(`${portal('bella')}/kitchen`)
    await test.step('it prints its orders without the switches and the site around them', async () => {
      const orders = page.getByRole('heading', { name: /^New \d/, level: 2 })
      await expectOnPaper(page, orders, page.getByRole('button', { name: 'SOLD OUT' }))
      await expectOnPaper(page, orders, page.getByRole('link', { name: 'Administration' }))
      await expect(page.getByRole('switch', { name: 'New orders go to the kitchen' })).toBeVisible()
    })
    await test.step('its columns are beside each other on a tablet in portrait', async () => {
      await page.setViewportSize({ width: 768, height: 1024 })
      await expectThreeColumns(page)
      // The link to the manager's other page is there once, at every width.
      const ways = page.getByRole('main').getByRole('link', { name: 'Administration' })
      expect((await ways.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expect(page.getByRole('link', { name: 'Administration', exact: false })).toHaveCount(1)
    })
    await test.step('an order that is canceled elsewhere is told where the board is scrolled to', async () => {
      await page.setViewportSize(tablet)
      await page.getByRole('button', { name: 'START: B-2029' }).scrollIntoViewIfNeeded()
      await cancelFirst(world, 1)
      await expect(canceledLine(page)).toBeInViewport({ ratio: 1 })
      for (const size of [tablet, phone]) {
        await page.setViewportSize(size)
        await expectLineInSight(page)
      }
    })
    await test.step('and so are twenty', async () => {
      await cancelFirst(world, 20)
      await expect(page.getByRole('alert').filter({ hasText: 'Stop making it.' })).toHaveCount(20)
      for (const size of [phone, tablet]) {
        await page.setViewportSize(size)
        await expectBoardBesideLines(page)
      }
      const line = canceledLine(page)
      await line.getByRole('button', { name: 'Dismiss' }).click()
      await expect(line).toHaveCount(0)
    })
    await page.goto(`${portal('bella')}/admin`)
    await expect(page.getByRole('link', { name: 'Kitchen', exact: false })).toHaveCount(1)
  } finally {
    await emptyBoard(world)
  }
})
