import { waitUntilDrawn } from '../fixtures/launched.ts'
import { settled } from '../fixtures/offline-ready.ts'
import { expect, expectNoHorizontalScroll, test } from '../fixtures/test.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('order tiles are 180 high at least on a phone, one a row, and 250 from a tablet on, three a row @MO-08 @RT-17 @wide-window', async ({
  page,
}) => {
  const tiles = page
    .getByRole('region', { name: 'Browse by category' })
    .locator('a[href^="/order/dinner/category/"]')
    .filter({ has: page.locator('span') })
  await page.goto('/order/dinner')
  await waitUntilDrawn(page)
  for (const [width, height, columns] of [
    [390, 180, 1],
    [600, 180, 2],
    [768, 250, 3],
    [1280, 250, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(tiles.first()).toBeVisible()
    const boxes = await tiles.evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect()).map(({ top, height: tall }) => ({ top, tall })),
    )
    for (const { tall } of boxes) expect(tall).toBeGreaterThanOrEqual(height)
    expect(boxes.filter(({ top }) => top === boxes[0]!.top)).toHaveLength(columns)
    await expectNoHorizontalScroll(page)
  }
})

test('dishes are cards 300 high, their words four lines at most @MO-04 @BC-17 @wide-window', async ({
  page,
}) => {
  await page.goto('/order/dinner/category/pizza')
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const cards = page.getByRole('main').getByRole('link').filter({ hasText: '$' })
    await expect(cards.first()).toBeVisible()
    // Elements have no size for a moment during hydration.
    await expect
      .poll(async () => [
        ...new Set(
          await cards.evaluateAll((links) =>
            links.map((link) => Math.round(link.getBoundingClientRect().height)),
          ),
        ),
      ])
      .toEqual([300])
  }
  // An element that is rendered anew has no style for a moment.
  await expect
    .poll(async () => [
      ...new Set(
        await page
          .getByRole('main')
          .locator('a span')
          .evaluateAll((spans) =>
            spans.map((span) => getComputedStyle(span).webkitLineClamp).filter((clamp) => clamp !== 'none'),
          ),
      ),
    ])
    .toEqual(['4'])
})

test('dishes that are shown as rows have four lines of text at most, too @MO-04 @one-window', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal('smoke')}/order/brisket-beef/category/brisket`)
  const words = page.getByRole('main').getByRole('link').filter({ hasText: '$' }).locator('span')
  await expect
    .poll(() =>
      words.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).webkitLineClamp))]),
    )
    .toEqual(expect.arrayContaining(['4']))
  expect(
    await words.evaluateAll((all) => all.map((one) => getComputedStyle(one).webkitLineClamp).includes('3')),
  ).toBe(false)
})

test('MORE closes when somebody tabs past it, and on Escape @one-window', async ({ page, portal }) => {
  await page.goto(`${portal('smoke')}/menus`)
  // Before hydration MORE is a plain `details` element, which does not close when the focus leaves it.
  await settled(page)
  const more = page.getByRole('navigation', { name: 'Menus' }).getByText('MORE', { exact: true })
  const below = page
    .getByRole('navigation', { name: 'Menus' })
    .getByRole('link', { name: 'Drinks', exact: true })
  await more.click()
  await expect(below).toBeVisible()
  await below.focus()
  await page.keyboard.press('Tab')
  await expect(below).toBeHidden()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(below).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(below).toBeHidden()
  await expect(page.locator('summary:focus')).toHaveCount(1)
})

test('every menu is on one page, which prints only the menus @RT-24 @LH-11 @one-window', async ({ page }) => {
  await page.goto('/menu/readonly')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sunday lunch, for the table' })).toBeVisible()
  await expectNoHorizontalScroll(page, [1280])
  await page
    .getByRole('navigation', { name: 'Menus on this page' })
    .getByRole('link', { name: 'Dinner' })
    .click()
  await expect(page.getByRole('heading', { name: 'Dinner', level: 2 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Dinner', level: 2 })).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(title).toBeVisible()
  await expect(page.getByRole('button', { name: 'PRINT MENU' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})
