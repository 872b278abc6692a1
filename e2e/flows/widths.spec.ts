import { fillLogin, member } from '../pages/account.ts'
import { settled } from '../fixtures/offline-ready.ts'
import { expect, expectNoHorizontalScroll, test } from '../fixtures/test.ts'

/** What depends only on the window's width. Each page is opened once and checked at every width. */

const announcements = [
  {
    type: 'advertisement_banner',
    title: 'Rib Night',
    action: '/order',
    desktop_banner_one_third: '/images/banner.webp',
  },
  { type: 'other', title: 'Book a table', data: { opentable_id: '4242' } },
]

test('a computer has the bar and RESERVATION, a phone the sidebar, both a banner above; three pictures a row @LH-01 @LH-02 @LH-04 @LH-12 @BC-17 @EN-02', async ({
  page,
  portal,
  strict,
}) => {
  // The banner's picture does not exist.
  strict.expect(/404|Failed to load resource/)
  await page.route('**/announcements?*', (route) => route.fulfill({ json: { announcements } }))
  await page.route('**/announcements', (route) => route.fulfill({ json: { announcements } }))
  await page.goto('/')
  const bar = page.getByRole('banner')
  const banner = page.getByRole('complementary', { name: 'Rib Night' })
  const reservation = bar.getByRole('link', { name: 'RESERVATION' })
  const opener = bar.getByRole('button', { name: 'Open menu' })
  const navigation = bar.getByRole('navigation', { name: 'Main' })
  await expect(banner).toBeVisible()
  for (const isWide of [true, false]) {
    await page.setViewportSize({ width: isWide ? 1280 : 390, height: 900 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(reservation).toBeVisible({ visible: isWide })
    await expect(navigation).toBeVisible({ visible: isWide })
    await expect(opener).toBeVisible({ visible: !isWide })
    const [above, below] = [(await banner.boundingBox())!, (await bar.boundingBox())!]
    expect(above.height).toBeGreaterThan(40)
    expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1)
  }
  await opener.click()
  const sidebar = page.getByRole('dialog', { name: 'Menu' })
  await expect(sidebar.getByRole('link', { name: 'HOME' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
  // A bar in the middle of the window, and one at its left.
  const middleOf = async (): Promise<number> => {
    const name = (await bar.getByRole('link', { name: /, home$/ }).boundingBox())!
    return Math.abs(name.x + name.width / 2 - 640)
  }
  expect(await middleOf()).toBeLessThan(20)
  // The sticky bar is at the top of the window.
  await page.evaluate(() => scrollTo(0, 1500))
  await expect.poll(async () => (await bar.boundingBox())!.y).toBe(0)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const tiles = page.getByRole('region', { name: 'Gallery' }).getByRole('button')
  await expect(tiles).toHaveCount(6)
  const places = await tiles.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ left, top }) => [Math.round(left), Math.round(top)]),
  )
  const [lefts, tops] = [places.map(([left]) => left), places.map(([, top]) => top)]
  expect([new Set(tops.slice(0, 3)).size, new Set(tops.slice(3)).size]).toEqual([1, 1])
  expect(tops[3]).toBeGreaterThan(tops[0]!)
  expect([lefts[0]! < lefts[1]!, lefts[1]! < lefts[2]!, lefts.slice(3)]).toEqual([
    true,
    true,
    lefts.slice(0, 3),
  ])
  await page.goto(`${portal('smoke')}/`)
  expect(await middleOf()).toBeGreaterThan(100)
})

test('a member’s tiles and masonry gain a column at 1000 and at 1500; a panel beside a page sticks at 120 @LH-14 @BC-17', async ({
  page,
}) => {
  await page.goto('/login')
  await fillLogin(page, member)
  await expect(page.getByRole('heading', { name: 'For you' })).toBeVisible()
  const list = page.locator('[data-layout]')
  await expect(list.locator('> li')).toHaveCount(4)
  for (const layout of ['masonry', 'tiles']) {
    await list.evaluate((element, name) => element.setAttribute('data-layout', name), layout)
    for (const [width, columns] of [
      [350, 1],
      [999, 1],
      [1000, 2],
      [1499, 2],
      [1500, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const lefts = await list
        .locator('> li')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
      expect([layout, width, new Set(lefts).size]).toEqual([layout, width, columns])
    }
  }
  await page.goto('/account')
  const beside = page.getByRole('complementary', { name: 'My details' })
  await expect(beside).toBeVisible()
  for (const [width, stays] of [
    [1280, 'sticky 120px'],
    [390, 'static'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const seen = await beside.evaluate((element) => {
      const { position, top } = getComputedStyle(element)
      return position === 'sticky' ? `${position} ${top}` : position
    })
    expect(seen).toBe(stays)
  }
})

test("a restaurant's long name is between the bar's buttons, in two lines, and the bar keeps its height", async ({
  page,
}) => {
  await page.goto('/menus')
  // What is replaced before React has the page is an error in the console.
  await settled(page)
  const bar = page.getByRole('banner')
  const name = bar.getByRole('link', { name: /, home$/ })
  const opener = bar.getByRole('button', { name: 'Open menu' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(opener).toBeVisible()
  const height = (await bar.boundingBox())!.height
  /** How far the middle of the name's letters is from the middle of the bar. */
  const offMiddle = async (): Promise<number> => {
    const middle = await name.evaluate((element) => {
      const letters = document.createRange()
      letters.selectNodeContents(element)
      const { top, bottom } = letters.getBoundingClientRect()
      return (top + bottom) / 2
    })
    const { y, height: tall } = (await bar.boundingBox())!
    return Math.abs(middle - y - tall / 2)
  }
  expect(await offMiddle()).toBeLessThan(2)
  const inTwoLines = 'La Piña Dorada — Cantina & Más'
  for (const long of [
    inTwoLines,
    'The Original Harborfront Fishermen’s Wharf Seafood House of Newport',
    'Fischermanswirtschaftsgartenhaus',
  ]) {
    await name.evaluate((element, text) => element.replaceChildren(text), long)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const button = (await opener.boundingBox())!
      const box = (await name.boundingBox())!
      expect(box.height).toBeGreaterThanOrEqual(44)
      if (long === inTwoLines) expect(await offMiddle(), `at ${width} px`).toBeLessThan(2)
      expect(box.x, `${long} at ${width} px`).toBeGreaterThanOrEqual(button.x + button.width)
      expect((await bar.boundingBox())!.height, `${long} at ${width} px`).toBe(height)
      await expectNoHorizontalScroll(page, [width])
    }
  }
})
