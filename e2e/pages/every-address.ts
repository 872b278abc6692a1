import type { Page } from '@playwright/test'
import { rootId } from '#contract/page-format.ts'
import type { Address } from '../../bench/addresses.ts'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import { describeInSight as look, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { expect } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'

/** Opens addresses one after another, and checks each with axe. */

export type Shown = Address['content']
export type Visit = {
  path: string
  shown: Shown
  /** Also checked at a desktop's width. */
  isWide?: boolean
  /** Checked only in the current color scheme: another test has checked this screen in both, apart from the header and footer. */
  inOne?: boolean
}

/** Any screen will do, whatever it says. */
export const anything: Shown = { within: 'main', text: '' }

/** Other contents that an address shows, depending on its parameters. */
export const variants: Visit[] = [
  '/no-such-page',
  '/mycards/send/SendText/0',
  '/mycards/send/SendPhysical/0',
  '/resetpassword?token=old',
  '/unlockaccount?token=old',
].map((path) => ({ path, shown: anything }))

/**
 * How somebody gets from one address to the next: each is loaded anew, or they go on within the page as by a link. Screens are the same either way; what is
 * never reached by a link (the variants) is always loaded.
 */
type Way = 'loaded' | 'walked'

async function open(page: Page, visit: Visit, way: Way): Promise<void> {
  const { path, shown } = visit
  if (way === 'walked') await walkTo(page, path)
  else {
    await page.goto(path)
    await waitUntilDrawn(page)
  }
  const content = page.locator(shown.within).filter({ hasText: shown.text }).first()
  await expect(content, path).toBeVisible()
  await waitForScreen(page, visit)
}

/** Waits until the screen has its content: it may request missing data once more, and shows a skeleton meanwhile. */
async function waitForScreen(page: Page, { path, shown }: Visit): Promise<void> {
  // Every screen has a level 1 heading; a full-window dialog has a name of its own instead.
  if (shown.within === 'main')
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached()
  // Loads the content that waits until it is scrolled into view.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), path).toHaveCount(0)
}

/** What axe has looked at: each piece of markup, with how thoroughly. */
export type Seen = Map<string, Set<string>>

/** The markup of the content, and that of what is around it: on most addresses, the same header and footer. */
const readParts = (page: Page): Promise<string[]> =>
  page.evaluate((id) => {
    const root = document.getElementById(id)!.cloneNode(true) as Element
    const content = root.querySelector('main')
    content?.remove()
    // Without the ids that React generates: they differ from one rendering to the next.
    return [content?.innerHTML ?? '', root.innerHTML].map((part) => part.replaceAll(/_r_\w+_/g, ''))
  }, rootId)

/** Whether every part of the page was seen as thoroughly before, if elsewhere; from now on it was. */
async function wasSeen(page: Page, seen: Seen, { inOne, isWide }: Visit): Promise<boolean> {
  const asked = ['now', ...(inOne ? [] : ['in both colors']), ...(isWide ? ['wide'] : [])]
  let isSeen = true
  for (const part of await readParts(page)) {
    const before = seen.get(part) ?? new Set()
    if (asked.some((way) => !before.has(way))) isSeen = false
    seen.set(part, new Set([...before, ...asked]))
  }
  return isSeen
}

/**
 * Opens the addresses one after another and returns the violations. What has the same markup, such as the sign-in that many
 * addresses lead to, is checked once.
 */
export async function findFaults(
  page: Page,
  visits: Visit[],
  way: Way = 'loaded',
  seen: Seen = new Map(),
): Promise<string> {
  const found: string[] = []
  for (const [index, visit] of visits.entries()) {
    await open(page, visit, index === 0 || variants.some(({ path }) => path === visit.path) ? 'loaded' : way)
    if (await wasSeen(page, seen, visit)) continue
    let first = await look(page, { inBoth: !visit.inOne })
    if (first !== '') {
      await waitForScreen(page, visit)
      first = await look(page, { inBoth: !visit.inOne })
    }
    const looks = [first]
    if (visit.isWide) {
      const before = page.viewportSize()!
      await page.setViewportSize({ width: 320, height: before.height })
      await expectNoHorizontalScroll(page)
      await page.setViewportSize({ width: 1280, height: before.height })
      looks.push(await look(page, { inBoth: false }))
      await page.setViewportSize(before)
    }
    found.push(...looks.filter((one) => one !== '').map((one) => `${visit.path}\n${one}`))
  }
  return found.join('\n\n')
}
