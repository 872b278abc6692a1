import type { Page } from 'playwright-core'
import { Interactions } from './interactions.ts'

/** A menu, one of its categories, one of its dishes. */
const path = ['a[href^="/menus/"]', 'a[href*="/category/"]', 'a[href*="/item/"]']

/** The longest time (ms) from a tap to the next paint, on the way from the menus to a dish. */
export async function measureWorstTap(page: Page): Promise<number> {
  const hand = new Interactions(page)
  for (const target of path) {
    const address = page.url()
    await hand.tap(target, page.locator(`main ${target}`).first())
    await page.waitForURL((url) => url.href !== address, { timeout: 20_000 })
  }
  return Math.max(...hand.found.map(({ ms }) => ms))
}
