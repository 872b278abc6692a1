import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

declare global {
  var changeovers: number
}

/** Counts the view transitions that the page starts. */
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

test('going to the next category runs a view transition, however fast the taps come, and nothing else does @one-window', async ({
  page,
}) => {
  await page.addInitScript(count)
  await page.goto('/menus/dinner/category/antipasti')
  // Before the portal has loaded, links work as well but open a new document.
  await expect(async () => {
    await open(page, 'Pizza')
    await open(page, 'Antipasti')
    expect(await counted(page)).toBeGreaterThan(0)
  }).toPass()
  // A tap during a view transition is handled, and cancels the transition without a message in the console.
  for (const name of ['Pasta', 'Secondi', 'Antipasti', 'Pizza'])
    await bar(page).getByRole('link', { name }).dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Pizza', level: 1 })).toBeVisible()
  const before = await counted(page)
  await page.getByRole('link', { name: /^Margherita/ }).click()
  await expect(page.getByRole('heading', { name: 'Margherita', level: 1 })).toBeVisible()
  expect(await counted(page)).toBe(before)

  // Nor for a person who prefers reduced motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/menus/dinner/category/antipasti')
  for (const name of ['Pizza', 'Pasta', 'Antipasti']) await open(page, name)
  expect(await counted(page)).toBe(0)
})
