import type { Locator, Page } from '@playwright/test'
import {
  chooseTime,
  fillContact,
  margherita,
  openPromo,
  placeButton,
  readOrderNumber,
  typeCard,
} from '../pages/ordering.ts'
import { withLargeLetters } from '../fixtures/look.ts'
import { expect, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { tabTo } from '../pages/keyboard.ts'
import { press } from '../pages/press.ts'

/** A window of 1280 by 1024 pixels at 400 % zoom. */
test.use({ viewport: { width: 320, height: 256 } })
type Covered = { name: string; by: string }

/** Presses Tab through a page, and lists the focused elements that are entirely covered by fixed or sticky elements (WCAG 2.4.11). */
async function listCovered(page: Page, presses: number): Promise<Covered[]> {
  const covered: Covered[] = []
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab')
    if (!(await page.evaluate(findCovered))) continue
    await settle(page)
    const found = await page.evaluate(findCovered)
    if (found) covered.push(found)
  }
  return covered
}

/** Waits until the focused element has been in the same place for five frames: the page may still be scrolling to it. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let times = 0
        let last = ''
        const look = (): void => {
          const { x = 0, y = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
          const now = `${x} ${y}`
          times = now === last ? times + 1 : 0
          last = now
          if (times < 5) requestAnimationFrame(look)
          else resolve()
        }
        look()
      }),
  )

/** The focused element, if it is entirely covered. Runs in the page. */
function findCovered(): Covered | undefined {
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
}

/** The fraction of the window that is left to scrolling content: fixed and sticky elements take the rest. */
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

/** Checks that the current screen has room, and that the focus is visible. */
async function look(page: Page, heading: string | RegExp, presses: number): Promise<void> {
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  const where = `${new URL(page.url()).pathname}, ${String(heading)}`
  expect(await roomLeft(page), `room on ${where}`).toBeGreaterThan(0.7)
  expect(await listCovered(page, presses), `covered on ${where}`).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${where}`).toBe(320)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/**
 * The visible colors of a control with forced colors: its background, borders and outline, and those of the elements around
 * it. Runs in the page.
 */
function listColors(element: Element): string {
  const around = [element, element.parentElement, element.nextElementSibling, element.closest('label')]
  return around
    .map((one) => {
      if (!one) return ''
      const { backgroundColor, borderColor, borderWidth, outlineStyle, outlineWidth } = getComputedStyle(one)
      return [backgroundColor, borderColor, borderWidth, outlineStyle, outlineWidth].join(' ')
    })
    .join(' | ')
}

/** What is chosen on a screen, with what is beside it, and what gets the focus there. */
type Marked = { chosen?: [Locator, Locator][]; focused: Locator }

/** In a phone's window with forced colors, what is chosen looks different from what is not, and the keyboard reaches a control whose focus can be seen. */
async function lookWithForcedColors(page: Page, { chosen = [], focused }: Marked): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [one, other] of chosen) {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const plain = await one.evaluate(listColors)
    expect(plain, `${String(one)} looks chosen`).not.toBe(await other.first().evaluate(listColors))
  }
  await tabTo(page, focused)
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize(before)
}

const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

/** Goes through every step of checkout, to the order's number. */
async function checkOut(page: Page): Promise<void> {
  const next = () => press(button(page, 'CONTINUE'))
  await look(page, 'How would you like it?', 20)
  const curbside = radio(page, /Curbside/)
  await curbside.check()
  await lookWithForcedColors(page, { chosen: [[curbside, radio(page, /Delivery/)]], focused: curbside })
  await next()
  await press(button(page, 'Change time'))
  await look(page, 'When should it be ready?', 20)
  await lookWithForcedColors(page, { focused: page.getByLabel('Time', { exact: true }) })
  await chooseTime(page)
  await look(page, 'Who is picking it up?', 20)
  await lookWithForcedColors(page, { focused: page.getByLabel('First name') })
  await fillContact(page)
  await openPromo(page)
  await look(page, 'Have a promo code?', 15)
  await lookWithForcedColors(page, { focused: page.getByLabel('Promo code') })
  await next()
  await press(button(page, 'Other tip'))
  await look(page, 'Add a tip?', 15)
  const most = radio(page, /^20%/)
  await most.check()
  await lookWithForcedColors(page, { chosen: [[most, radio(page, /^10%/)]], focused: most })
  await next()
  await look(page, 'Payment', 25)
  const [card, giftCard] = [button(page, 'CREDIT CARD'), button(page, 'GIFT CARD')]
  const tips: [Locator, Locator] = [button(page, 'Tip 20%'), button(page, 'Tip 10%')]
  await lookWithForcedColors(page, { chosen: [tips, [card, giftCard]], focused: giftCard })
  await typeCard(page)
  await press(placeButton(page))
  await readOrderNumber(page)
  await look(page, 'Thank you!', 20)
}

test('at 400 % every screen from a dish to the order’s number has room, and the focus is never covered; with forced colors the chosen and the focused elements are visible, and letters of twice the size are no wider than the phone', async ({
  page,
}) => {
  test.slow()
  const enlarge = () => withLargeLetters(page, () => expectNoHorizontalScroll(page))
  await page.goto(margherita)
  const add = button(page, /^ADD TO ORDER/)
  await expect(add).toBeEnabled()
  await look(page, 'Margherita', 45)
  await enlarge()
  const large = radio(page, '16 inch')
  await large.check()
  await lookWithForcedColors(page, { chosen: [[large, radio(page, '12 inch')]], focused: large })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
  await expect(dialog).toBeVisible()
  expect(await listCovered(page, 4), 'covered in the dialog').toEqual([])
  await page.keyboard.press('Escape')
  // With dishes on the order, the bar that leads to it is shown as well.
  for (const [path, heading, presses] of [
    ['/menus', 'Menus', 25],
    ['/order/dinner/category/pizza', 'Pizza', 30],
    ['/', /./, 30],
    ['/login', /./, 15],
    ['/ordercart', 'Margherita', 20],
  ] as const) {
    await page.goto(path)
    if (path === '/' || path === '/ordercart') {
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      await enlarge()
    }
    await look(page, heading, presses)
  }
  await lookWithForcedColors(page, { focused: button(page, 'Remove Margherita') })
  for (const path of ['/menus/dinner/category/pizza', '/menu/readonly', '/forgotpassword']) {
    await walkTo(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await enlarge()
  }
  await walkTo(page, '/ordercheckout')
  await checkOut(page)
})
