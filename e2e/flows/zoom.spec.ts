import type { Page } from '@playwright/test'
import { margherita } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

/** A window of 1280 by 1024 at 400 %. */
test.use({ viewport: { width: 320, height: 256 } })
type Covered = { name: string; by: string }

/** Tabs through a page, and lists what has the focus while all of it is behind something that stays in its place (WCAG 2.4.11). */
async function listCovered(page: Page, presses: number): Promise<Covered[]> {
  const covered: Covered[] = []
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return undefined
      const box = focused.getBoundingClientRect()
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
      const name = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)
      if (right - left < 1 || bottom - top < 1) return { name, by: 'it is out of sight' }
      let by = ''
      for (const across of [0.1, 0.5, 0.9])
        for (const down of [0.1, 0.5, 0.9]) {
          const there = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)
          if (
            there &&
            (focused.contains(there) || there.contains(focused) || there.closest('label')?.contains(focused))
          )
            return undefined
          by = there?.className.toString() ?? ''
        }
      return { name, by }
    })
    if (found) covered.push(found)
  }
  return covered
}

/** How much of the window is left to the screen itself, of 1: what stays in its place while one scrolls takes the rest. */
const roomLeft = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, 300)
    const rows = Array.from({ length: innerHeight }, () => true)
    for (const element of document.querySelectorAll('body *')) {
      const { position } = getComputedStyle(element)
      if (position !== 'fixed' && position !== 'sticky') continue
      const { top, bottom, width } = element.getBoundingClientRect()
      if (width < innerWidth / 2) continue
      rows.fill(false, Math.max(0, Math.round(top)), Math.max(0, Math.round(bottom)))
    }
    return rows.filter(Boolean).length / rows.length
  })

test('at 400 % every screen of an order has room, and the focus is never covered', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto(margherita)
  const add = page.getByRole('button', { name: /^ADD TO ORDER/ })
  await expect(add).toBeEnabled()
  const look = async (path: string, heading: string | RegExp, presses: number): Promise<void> => {
    if (path !== '') await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    expect(await roomLeft(page), `room on ${path}`).toBeGreaterThan(0.7)
    expect(await listCovered(page, presses), `covered on ${path}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${path}`).toBe(320)
  }
  await look('', 'Margherita', 45)
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
  await expect(dialog).toBeVisible()
  expect(await listCovered(page, 4), 'covered in the dialog').toEqual([])
  await page.keyboard.press('Escape')
  // With an order, the bar that leads to it is there as well.
  await look('/menus', 'Menus', 25)
  await look('/order/dinner/category/pizza', 'Pizza', 30)
  await look('/ordercart', 'Margherita', 20)
  await look('/ordercheckout', 'How would you like it?', 20)
  await look('/', /./, 30)
  await look('/login', /./, 15)
})
