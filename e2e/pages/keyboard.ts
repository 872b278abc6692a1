import { expect, type Locator, type Page } from '@playwright/test'
import { cardTexts, margherita } from './ordering.ts'

/** The portal as used with a keyboard alone: no taps, and only Tab moves the focus. */

/** Presses Tab until the target has the focus, and checks that the focus can be seen; fails when the keyboard never gets there. */
export async function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  for (let presses = 0; presses <= maxPresses; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect.poll(() => target.evaluate(findHidden), `the focus on ${String(target)}`).toBe('')
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

/** The reason why the focus on an element cannot be seen: no mark, or something that covers all of it. A frame marks its own field. Runs in the page. */
function findHidden(element: Element): string {
  const isOutlined = (one: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  const around = [element, element.parentElement, element.parentElement?.parentElement]
  const isMarked = around.some((one) => one && isOutlined(one))
  if (!isMarked && getComputedStyle(element).boxShadow === 'none' && element.tagName !== 'IFRAME')
    return 'has no mark'
  const { left, top, width, height } = element.getBoundingClientRect()
  const isSeen = [0.1, 0.5, 0.9].some((across) =>
    [0.1, 0.5, 0.9].some((down) => {
      const hit = document.elementFromPoint(left + width * across, top + height * down)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }),
  )
  return isSeen ? '' : 'lies under something, or outside of the window'
}

/** Tabs to a button or link, and presses Enter. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/**
 * Walks from the home page to the Margherita: through the link to order, the bar of categories, and the list. `words` are the portal's names for the first two.
 */
export async function walkToMargherita(
  page: Page,
  words: { order: string; categories: string },
): Promise<void> {
  await pressByKeyboard(page, page.getByRole('main').getByRole('link', { name: words.order }).first())
  await expect(page).toHaveURL(/\/order$/)
  const categories = page.getByRole('navigation', { name: words.categories })
  await pressByKeyboard(page, categories.getByRole('link', { name: 'Pizza', exact: true }))
  await expect(page.getByRole('heading', { name: 'Pizza', exact: true }).first()).toBeFocused()
  await pressByKeyboard(page, page.locator(`[data-dish] a[href="${margherita}"]`))
  await expect(page).toHaveURL(new RegExp(`${margherita}$`))
}

/** Types a card into the provider's frames. Keys go to whatever has the focus, so each frame must have its field by then. */
export async function typeCardByKeyboard(page: Page): Promise<void> {
  const texts = cardTexts()
  const frame = (title: string) => page.locator(`iframe[title="${title}"]`)
  const field = (title: string) => frame(title).contentFrame().getByRole('textbox')
  for (const [title] of texts) await expect(field(title)).toBeEnabled()
  await tabTo(page, frame(texts[0][0]))
  for (const [title, keys] of texts) {
    if (title !== texts[0][0]) await page.keyboard.press('Tab')
    await expect(field(title)).toBeFocused()
    await page.keyboard.type(keys)
    await expect(field(title)).toHaveValue(new RegExp(`^${[...keys].join('\\D*')}$`))
  }
}
