import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

// It is about what stands on the screen, whoever answered.
test.use({ offlineWorker: false })

declare global {
  var changeovers: number
}

/** Counts the changeovers that the page begins. */
const count = () => {
  globalThis.changeovers = 0
  const begin = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    globalThis.changeovers += 1
    return begin(update)
  }
}
const counted = (page: Page) => page.evaluate(() => globalThis.changeovers)

const bar = (page: Page) => page.getByRole('navigation', { name: 'Dinner categories' })

async function open(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('from one category to the one beside it the screens change over, however fast they are tapped, and nowhere else @one-window', async ({
  page,
}) => {
  await page.addInitScript(count)
  await page.goto('/menus/dinner/category/antipasti')
  // Links lead on before the portal is there, too, and then to a new page.
  await expect(async () => {
    await open(page, 'Pizza')
    await open(page, 'Antipasti')
    expect(await counted(page)).toBeGreaterThan(0)
  }).toPass()
  // A tap in the middle of one is heard, and ends it without a word on the console.
  for (const name of ['Pasta', 'Secondi', 'Antipasti', 'Pizza'])
    await bar(page).getByRole('link', { name }).dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Pizza', level: 1 })).toBeVisible()
  const before = await counted(page)
  await page.getByRole('link', { name: /^Margherita/ }).click()
  await expect(page.getByRole('heading', { name: 'Margherita', level: 1 })).toBeVisible()
  expect(await counted(page)).toBe(before)
})

test('nothing changes over for who wants no motion @one-window', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(count)
  await page.goto('/menus/dinner/category/antipasti')
  for (const name of ['Pizza', 'Pasta', 'Antipasti']) await open(page, name)
  expect(await counted(page)).toBe(0)
})
