import type { Page } from '@playwright/test'
import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { signIn } from '../pages/account.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const accountScreens = [
  '/login',
  '/signup',
  '/forgotpassword',
  '/resetpassword',
  '/unlockaccount',
  '/resendunlock',
  '/rewards',
]
const membersScreens = ['/account', '/tickethistory', '/mycards', '/rewards']

async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

// accessible.spec.ts checks every address in Bella's colors.
test('smoke: every kind of screen is accessible, fits 320 px and logs nothing to the console @RT-01 @RT-14 @RT-16 @RT-17 @RT-18 @RT-19 @RT-20 @one-window', async ({
  page,
  portal,
}) => {
  test.slow()
  const menu = 'brisket-beef'
  const home = portal('smoke')
  await page.goto(`${home}/menus/${menu}`)
  const tile = page.getByRole('main').locator(`a[href^="/order/${menu}/category/"]`).first()
  await expect(tile).toBeVisible()
  const category = (await tile.getAttribute('href'))!.split('/').at(-1)!
  await page.goto(`${home}/order/${menu}/category/${category}`)
  const dish = page.getByRole('main').getByRole('link').filter({ hasText: '$' }).first()
  await expect(dish).toBeVisible()
  const item = (await dish.getAttribute('href'))!.split('/').at(-1)!
  const ordering = [
    `/order/${menu}`,
    `/order/${menu}/category/${category}`,
    `/order/${menu}/category/${category}/item/${item}`,
  ]
  const all = [
    '/',
    '/menus',
    `/menus/${menu}`,
    `/menus/${menu}/category/${category}`,
    `/menus/${menu}/category/${category}/item/${item}`,
    '/order',
    ...ordering,
  ]
  for (const path of all) {
    // A page that is loaded is hydrated or replaced; the others are the same when somebody gets there by a link.
    await (path === '/' || path.endsWith(item) ? page.goto(home + path) : walkTo(page, path))
    await expectWhole(page)
    // In a wide window only these pages differ from Bella's layout.
    if (['/', ...ordering].includes(path)) await expectAccessibleWhenWide(page)
  }
  const checkAll = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await walkTo(page, path)
      await expectWhole(page)
    }
  }
  await checkAll(accountScreens)
  await signIn(page, undefined, home)
  await checkAll(membersScreens)
})

test('smoke is another restaurant: its own look and menus, nothing of bella @OV-08 @one-window', async ({
  page,
  portal,
  strict,
}) => {
  strict.expect(/status of 404.*menubook/)
  const face = async (merchant: string) => {
    await page.goto(`${portal(merchant)}/menus`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      const heading = getComputedStyle(document.querySelector('h1')!)
      return {
        surface: style.getPropertyValue('--h-surface'),
        brand: style.getPropertyValue('--h-brand'),
        font: heading.fontFamily,
        case: heading.textTransform,
        radius: style.getPropertyValue('--h-radius-m'),
      }
    })
  }
  const bella = await face('bella')
  const smoke = await face('smoke')
  for (const axis of Object.keys(bella) as (keyof typeof bella)[])
    expect(smoke[axis], axis).not.toBe(bella[axis])
  await expect(page.getByText('Bella Trattoria')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Dolci/ })).toHaveCount(0)
  // Smoke has 14 menus: those that do not fit into the bar are under MORE.
  await page.getByText('MORE', { exact: true }).click()
  await expect(
    page.getByRole('navigation', { name: 'Menus' }).getByRole('link', { name: 'Drinks' }),
  ).toBeVisible()

  const foreign = await page.evaluate(
    async () => (await fetch('/api/location/bella-nyc/menubook?mode=browse')).status,
  )
  expect(foreign).toBe(404)
  // The database is opened after the first screen is shown.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name)))
    .toContain('larder')
  const restaurants = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('larder')
          opening.onerror = () => reject(opening.error as Error)
          opening.onsuccess = () => {
            const database = opening.result
            const all = database.transaction('menuBooks').objectStore('menuBooks').getAll()
            all.onsuccess = () => {
              database.close()
              resolve([...new Set((all.result as { locationId: string }[]).map((row) => row.locationId))])
            }
          }
        }),
    )
  await expect.poll(restaurants).toEqual(['smoke-chi'])
})

test('with forced colors only the open menu and category look chosen @one-window', async ({
  page,
  portal,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${portal('bella')}/menus/dinner`)
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link')
  await expect(tabs.first()).toBeVisible()
  const seen = await tabs.evaluateAll((links) => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.backgroundColor = 'Canvas'
    const paper = getComputedStyle(probe).backgroundColor
    probe.remove()
    return links.map((link) => ({
      chosen: link.hasAttribute('aria-current') || link.hasAttribute('data-current'),
      underlined: getComputedStyle(link).borderBottomColor !== paper,
    }))
  })
  expect(seen.some(({ chosen }) => !chosen)).toBe(true)
  expect(seen.filter(({ chosen, underlined }) => chosen !== underlined)).toEqual([])
})
