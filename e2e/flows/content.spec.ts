import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('the gallery opens a picture large, cycles with arrows and keys, and returns the focus @MO-18 @one-window', async ({
  page,
}) => {
  await page.goto('/gallery')
  const first = page.getByRole('button', { name: 'The oven, seven minutes before service' })
  await first.click()
  const large = page.getByRole('dialog', { name: 'The oven, seven minutes before service' })
  await expect(large).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleWhenWide(page)
  await large.getByRole('button', { name: 'Previous picture' }).click()
  await expect(page.getByRole('dialog', { name: 'Half past five on the terrace' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('questions open one at a time, and the page links to the terms @RA-02 @RA-03 @one-window', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Do gift cards expire?' }).click()
  await expect(page.getByText('Only where it shows a date')).toBeVisible()
  await page.getByRole('button', { name: 'Can I order wine?' }).click()
  await expect(page.getByText('Only where it shows a date')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'TERMS' }).click()
  await expect(page.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
  await expect(page.getByText('Fax: (212) 555-0143')).toBeVisible()
})

test('a link at the top of the catering page leads to each menu @RA-04 @one-window', async ({ page }) => {
  await page.goto('/catering')
  await page
    .getByRole('navigation', { name: 'Menus on this page' })
    .getByRole('link', { name: /Dolci/ })
    .click()
  await expect(page.getByRole('heading', { name: /Dolci/, level: 2 })).toBeInViewport()
})

test('what smoke has switched off is in no navigation, and its address says so and offers links @OV-02 @one-window', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal('smoke')}/gallery`)
  const instead = page.getByRole('heading', { name: 'Not offered here', level: 1 })
  await expect(instead).toBeVisible()
  await expectAccessible(page)
  for (const path of ['/catering', '/rewards', '/physicalcards']) {
    await walkTo(page, path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(instead).toBeVisible()
  }
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Gallery' })).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Menus/ })
    .click()
  await expect(page).toHaveURL(/\/menus$/)
})

for (const [merchant, paths] of [
  [
    'pearl',
    [
      '/',
      '/menus',
      '/menu/readonly',
      '/about',
      '/catering',
      '/gallery',
      '/physicalcards',
      '/privacy',
      '/order',
    ],
  ],
  ['quiet', ['/', '/menus', '/order', '/rewards', '/mycards/check', '/terms']],
] as const) {
  test(`${merchant}: every page that it has, and the page shown in place of each that it lacks, is accessible and fits 320 px @OV-02 @one-window`, async ({
    page,
    portal,
  }) => {
    test.slow()
    await page.goto(`${portal(merchant)}/`)
    for (const path of paths) {
      await walkTo(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      // In a wide window the other pages have Bella's layout.
      if (['/', '/menus', '/order'].includes(path)) await expectAccessibleWhenWide(page)
    }
  })
}
