import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** A menu, one of its categories, one of its dishes. */
const path = ['a[href^="/menus/"]', 'a[href*="/category/"]', 'a[href*="/item/"]']

/** Event timing tells durations from 16 ms up: a faster tap leaves no entry. */
const fastest = 16

/** The worst time from a tap to the next paint, on the way from the menus to a dish. */
export async function tapThrough(page: Page): Promise<number> {
  for (const target of path) {
    const link = page.locator(`main ${target}`).first()
    await link.waitFor({ timeout: 20_000 })
    await link.scrollIntoViewIfNeeded()
    const address = page.url()
    // Raw input in the middle of it: Playwright's own click would wait for things that a finger does not wait for.
    const box = (await link.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForURL((url) => url.href !== address, { timeout: 20_000 })
    // The entry of an interaction comes after its paint.
    await later(700)
  }
  const durations = await page.evaluate(() => [...globalThis.larderObserved.taps.values()])
  return Math.max(fastest, ...durations)
}
