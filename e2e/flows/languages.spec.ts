import type { Page } from '@playwright/test'
import { es } from '#contract/languages/es.ts'
import { type Address, listAddresses, type Made, otherNames, pathOf } from '../../bench/addresses.ts'
import { preparations } from '../../bench/prepare.ts'
import { expect, test } from '../fixtures/test.ts'
import { cardIdOf } from '../pages/cards.ts'
import { listenForData, listMissing, openWhole, speak } from '../pages/pseudo-languages.ts'

/**
 * The portal in other languages (docs/decisions/055): Spanish, and two pseudo-languages that reveal texts missing from the
 * catalogues. Dinner is ordered in Spanish in screen-reader.spec.ts; what a guest has begun, ordered and bought is checked in
 * the pseudo-languages in accessible-checkout.spec.ts.
 */

/** Staff screens are in English only. */
const addresses = listAddresses().filter(({ pattern }) => !otherNames.includes(pattern))

test.describe('pseudo-languages', () => {
  // A service worker caches pages of one language: here the server must answer.
  test.use({ offlineWorker: false, viewport: { width: 320, height: 800 } })
  // A full-screen element cannot be resized. Without the Fullscreen API the counter's dialog stays in the window.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => void Reflect.deleteProperty(Element.prototype, 'requestFullscreen')),
  )

  /** `data`: what the page has been sent, from before what was made. */
  const lookAtAll = async (
    page: Page,
    data: ReturnType<typeof listenForData>,
    { made, shows }: { made: Made; shows: (address: Address) => boolean },
  ): Promise<string[]> => {
    const opened = addresses.filter(shows).map((address) => ({ address, path: pathOf(address, made) }))
    await page.goto('/')
    return await listMissing(page, opened, data)
  }

  test('a guest finds no text outside of the catalogues, and nothing breaks with texts 40 % longer or right-to-left; a telephone number and an address keep their order there', async ({
    page,
    strict,
    world,
  }) => {
    test.slow()
    strict.expect(/40[0-9]|Failed to load resource/)
    const made = { gift: await cardIdOf(world, '6006496666660003') }
    const shows = ({ after }: Address) => after === 'nothing'
    expect(await lookAtAll(page, listenForData(page), { made, shows })).toEqual([])

    await speak(page, 'ar-XB')
    await openWhole(page, '/')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const main = page.getByRole('main')
    const footer = page.getByRole('contentinfo').getByText(/^412 West 22nd/)
    for (const place of [
      main.locator('a[href^="tel:"]').first(),
      main.getByText(/^412 West 22nd/).first(),
      footer,
    ])
      expect(await place.evaluate(runsFromTheLeft)).toBe(true)
  })

  test('a member finds no text outside of the catalogues, and nothing breaks there either', async ({
    page,
    baseURL,
    strict,
  }) => {
    test.slow()
    strict.expect(/40[0-9]|Failed to load resource/)
    // Screens that a guest cannot see, and those that greet a member by name.
    const isOwn = ({ example, after }: Address) =>
      after === 'signed in' || (after === 'nothing' && /^\/($|mycards|rewards)/.test(example))
    const data = listenForData(page)
    const made = await preparations['signed in'](page, baseURL!)
    expect(await lookAtAll(page, data, { made, shows: isOwn })).toEqual([])
  })
})

/** Whether the first letter of a text is to the left of its last letter. */
function runsFromTheLeft(element: Element): boolean {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!
  const leftOf = (at: number): number => {
    const range = document.createRange()
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    return range.getBoundingClientRect().left
  }
  return leftOf(0) < leftOf(text.textContent!.trimEnd().length - 1)
}

/** The Spanish translation of a text. */
const say = (text: string): string => {
  const said = es.translate(text)
  if (said === undefined) throw new Error(`Spanish has nothing for ${text}`)
  return said
}

test.describe('a device that speaks Spanish', () => {
  test.use({ locale: 'es-MX' })

  test('is answered in Spanish from the worker’s cache, too; another language that is chosen in the menu is kept, and used without a network', async ({
    page,
    context,
    strict,
  }) => {
    strict.expect(/net::ERR_|Failed to load resource/)
    await page.goto('/menus')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    for (const [address, heading] of [
      ['/order', say('Order online')],
      ['/about', undefined],
    ] as const) {
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      await expect(page.getByRole('button', { name: say('Open menu') })).toBeVisible()
      if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }

    await context.setOffline(false)
    await page.goto('/menus')
    await page.getByRole('button', { name: say('Open menu') }).click()
    await page
      .getByRole('dialog', { name: say('Menu') })
      .getByRole('button', { name: 'English' })
      .click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await context.setOffline(true)
    await page.goto('/order')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('searchbox', { name: 'Search the menus' })).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Español' }).click()
    await expect(page.getByText('You’re offline. To change the language, connect once.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
