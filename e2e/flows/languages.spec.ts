import { readdirSync, readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import { languageCookie } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { states } from '#contract/reference-data.ts'
import { checkoutSteps } from '#contract/rules/ticket.ts'
import { entryNames } from '#db/names.ts'
import {
  type Address,
  listAddresses,
  type Made,
  otherNames,
  pathOf,
  type Preparation,
} from '../../bench/addresses.ts'
import { preparations } from '../../bench/prepare.ts'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { cardIdOf } from '../pages/cards.ts'
import { pressByKeyboard, tabTo, typeCardByKeyboard, walkToMargherita } from '../pages/keyboard.ts'
import { nora } from '../pages/ordering.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'

/**
 * The portal in other languages (docs/decisions/055): Spanish as guests use it, and two pseudo-languages that reveal texts
 * missing from the catalogues.
 */

/** The language of every page that is loaded from now on. */
const speak = (page: Page, language: string) =>
  page.context().addCookies([{ name: languageCookie, value: language, url: new URL('/', page.url()).href }])

/** Staff screens are in English only. */
const addresses = listAddresses().filter(({ pattern }) => !otherNames.includes(pattern))

/** Bella's own files, as the operator wrote them. */
const readFiles = (): unknown[] =>
  readdirSync('merchants/bella', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`merchants/bella/${name}`, 'utf8')) as unknown)

/** A text from the data: as written, and in lower case for the search. */
type Known = { text: string; lower: string }

/** Every text from a restaurant's files or from an answer of the server, the longest first. */
function listenForData(page: Page): () => Promise<Known[]> {
  const data = new Set<string>()
  const reading: Promise<void>[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') for (const part of value.split(/<[^>]*>|\s*\n\s*/)) data.add(part.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  const read = async (response: Response): Promise<void> => {
    const type = response.headers()['content-type'] ?? ''
    // Most responses are scripts and pictures, which contain no such texts.
    if (!/json|html/.test(type)) return
    const text = await response.text().catch(() => '')
    if (type.includes('application/json')) take(JSON.parse(text || 'null'))
    for (const [, block] of text.matchAll(/<script type="application\/json"[^>]*>(.*?)<\/script>/gs))
      take(JSON.parse(block!))
  }
  for (const file of readFiles()) take(file)
  // Names of states are data, too: the catalogues do not translate them.
  take(states)
  page.on('response', (response) => reading.push(read(response)))
  return async () => {
    await Promise.all(reading)
    return (
      [...data]
        .filter((text) => /[A-Za-z]/.test(text))
        // The page puts a telephone number into an element of its own.
        .flatMap((one) => [one, ...one.split(phonePattern).map((part) => part.trim())])
        .filter((one) => one.length > 2)
        .toSorted((a, b) => b.length - a.length)
        .map((text) => ({ text, lower: text.toLowerCase() }))
    )
  }
}

/** Texts and accessible names on the page that lack the pseudo-language's mark. */
const findUnmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const inside = node.parentElement!
      // The names of languages and trademarks are the same in every language.
      if (!inside.closest('script, style, noscript, [lang]:not(html)'))
        found.add((node.textContent ?? '').trim())
    }
    // The payment provider names its own frames.
    for (const element of document.querySelectorAll(
      ':is([aria-label], [placeholder], [title], [alt]):not(iframe)',
    ))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.add(element.getAttribute(name) ?? '')
    return [...found].filter((text) => !/[⟦⟧]/.test(text) && /[A-Za-z]{3}/.test(text))
  })

/** Names, values that the specification gives in figures, and names of days and months, which come from `Intl`. */
const everywhere =
  /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|Facebook|Instagram|Twitter|Google|Larder|\d+(:\d\d)?(am|pm)|\(?###\)? ###-####|MM\/DD\/YYYY/g

const phonePattern = /\(\d{3}\) ?\d{3}-\d{4}/

/** What is left of a text without the whole words of the data, and then without names and times: a dish may be named after a day. */
function withoutData(text: string, data: readonly Known[]): string {
  // A dish's name may contain part of a trademark.
  let rest = text.replaceAll(/(Apple|Google) Wallet/g, ' ')
  let lower = rest.toLowerCase()
  for (const one of data) {
    // A screen has thousands of texts: a pattern is built only for those that are present.
    if (!lower.includes(one.lower)) continue
    rest = rest.replace(wholeWords(one.text), ' ')
    lower = rest.toLowerCase()
  }
  return rest.replaceAll(everywhere, ' ')
}

const wholeWords = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'giu')

/** A text that proves the preparation worked: user data is the same in every language. */
const proofs: Partial<Record<Preparation, string>> = { 'order placed': 'Margherita', 'gift sent': 'Vera' }

/** Opens an address, and waits until the screen has all of its content, to the bottom. */
async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilDrawn(page)
  await waitForAll(page)
}

/** The same without loading the page again, whose language it keeps. */
async function walkWhole(page: Page, path: string): Promise<void> {
  await walkTo(page, path)
  await waitForAll(page)
}

async function waitForAll(page: Page): Promise<void> {
  await expect(page.getByRole('main').or(page.getByRole('dialog')).first()).toBeVisible()
  // Loads the content that waits until it is scrolled into view.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByText(/⟦Lóádíñg/)).toHaveCount(0)
}

/** Texts on the page that no catalogue has. */
async function findMissing(page: Page, data: () => Promise<Known[]>): Promise<string[]> {
  // Read the page before the data: otherwise a response could arrive in between and its text would count as missing.
  const texts = await findUnmarked(page)
  const known = await data()
  return texts.filter((text) => /[A-Za-z]{3}/.test(withoutData(text, known)))
}

type Opened = { address: Address; path: string }

/** Opens addresses in both pseudo-languages, in a small window and a wide one, and returns the texts that no catalogue has. */
async function lookAt(page: Page, opened: Opened[], data: () => Promise<Known[]>): Promise<string[]> {
  const missing: string[] = []
  await speak(page, 'en-XA')
  for (const [index, { address, path }] of opened.entries()) {
    await (index === 0 ? openWhole : walkWhole)(page, path)
    const proof = proofs[address.after]
    if (proof) await expect(page.getByRole('main'), path).toContainText(proof)
    missing.push(...(await findMissing(page, data)).map((text) => `${path}: ${text}`))
    await expectNoHorizontalScroll(page, [320, 1280])
    // Make sure that the portal did not redirect to another screen.
    if (/ in | placed| sent/.test(address.after)) expect(page.url().endsWith(path), path).toBe(true)
  }
  await speak(page, 'ar-XB')
  for (const [index, { path }] of opened.entries()) {
    await (index === 0 ? openWhole : walkWhole)(page, path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectNoHorizontalScroll(page, [320])
  }
  return missing
}

/** Checks every step of checkout: a new visit opens on the step that the tab remembers. */
async function lookAtSteps(page: Page, data: () => Promise<Known[]>): Promise<string[]> {
  const missing: string[] = []
  for (const language of ['en-XA', 'ar-XB']) {
    await speak(page, language)
    for (const step of checkoutSteps) {
      // Reloading the page would keep the step of the current visit, so leave the portal in between.
      await page.goto('/robots.txt')
      await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
        entryNames.checkoutStep,
        step,
      ] as const)
      await openWhole(page, '/ordercheckout')
      expect(await page.evaluate((key) => sessionStorage.getItem(key), entryNames.checkoutStep)).toBe(step)
      const texts = await findMissing(page, data)
      if (language === 'en-XA') missing.push(...texts.map((text) => `${step}: ${text}`))
      await expectNoHorizontalScroll(page, [320, 1280])
    }
  }
  return missing
}

test.describe('pseudo-languages', () => {
  // A service worker caches pages of one language: here the server must answer.
  test.use({ offlineWorker: false, viewport: { width: 320, height: 800 } })
  // A full-screen element cannot be resized. Without the Fullscreen API the counter's dialog stays in the window.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => void Reflect.deleteProperty(Element.prototype, 'requestFullscreen')),
  )

  /** Prepares the data in English, then checks the addresses that belong to each preparation. */
  async function lookAtAll(
    page: Page,
    home: string,
    begun: readonly Preparation[],
    { made, shows }: { made: Made; shows: (address: Address) => boolean },
  ): Promise<string[]> {
    const data = listenForData(page)
    const missing: string[] = []
    await page.goto(home)
    for (const after of begun) {
      await page.context().clearCookies({ name: languageCookie })
      const all = { ...made, ...(await preparations[after](page, home)) }
      const opened = addresses
        .filter((one) => one.after === after && shows(one))
        .map((address) => ({ address, path: pathOf(address, all) }))
      missing.push(...(await lookAt(page, opened, data)))
      if (after === 'dish in order') missing.push(...(await lookAtSteps(page, data)))
    }
    return missing
  }

  test('a guest finds no text outside of the catalogues, and nothing breaks with texts 40 % longer or right-to-left, from the home page to the receipt', async ({
    page,
    baseURL,
    strict,
    world,
  }) => {
    test.slow()
    strict.expect(/40[0-9]|Failed to load resource/)
    const made = { gift: await cardIdOf(world, '6006496666660003') }
    // The placed order comes last: checkout asks less of a guest who has ordered before.
    const begun = ['nothing', 'dish in order', 'gift sent', 'card in cart', 'order placed'] as const
    // All of the member's addresses lead a guest to the same sign-in.
    expect(await lookAtAll(page, baseURL!, begun, { made, shows: () => true })).toEqual([])
  })

  test('a telephone number and an address keep their order in right-to-left text', async ({ page }) => {
    await page.goto('/')
    await speak(page, 'ar-XB')
    await openWhole(page, '/')
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
    const isOwn = ({ example }: Address) => /^\/($|mycards|account|tickethistory|rewards)/.test(example)
    const missing = await lookAtAll(page, baseURL!, ['signed in', 'nothing'], { made: {}, shows: isOwn })
    expect(missing).toEqual([])
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

/** The words of an element's text that begin on one line and end on another. Runs in the page. */
function listBrokenWords(element: Element): string[] {
  const broken: string[] = []
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const isHidden = node.parentElement!.closest('.visually-hidden') !== null
      if (!isHidden && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}

/** The Spanish translation of a text. */
const say = (text: string): string => {
  const said = es.translate(text)
  if (said === undefined) throw new Error(`Spanish has nothing for ${text}`)
  return said
}

test.describe('a device that speaks Spanish', () => {
  test.use({ locale: 'es-MX', offlineWorker: false })

  test('is answered in Spanish from the first byte, and orders dinner with the keyboard alone, from the home page on', async ({
    page,
  }) => {
    const first = await page.goto('/')
    expect(await first!.text()).toContain('<html lang="es"')
    await waitUntilDrawn(page)
    const press = (name: string | RegExp) => pressByKeyboard(page, page.getByRole('button', { name }).first())
    const radio = (name: string) => page.getByRole('radio', { name: new RegExp(name) }).first()
    const isAccessible = () => expectAccessible(page)
    await walkToMargherita(page, { order: say('ORDER ONLINE'), categories: say('Categories') })
    await tabTo(page, radio('12 inch'))
    await page.keyboard.press('ArrowDown')
    await expect(radio('16 inch')).toBeChecked()
    await isAccessible()
    await press(new RegExp(`^${say('ADD TO ORDER')}`))
    await expect(page.getByRole('dialog', { name: say('ADDED TO ORDER') })).toBeVisible()
    await press(say('REVIEW ORDER'))
    await expect(page.getByRole('heading', { level: 1, name: say('Review order') })).toBeVisible()
    await isAccessible()
    await press(say('CONTINUE'))
    await expect(page.getByRole('heading', { name: say('How would you like it?') })).toBeFocused()
    await tabTo(page, radio(say('Delivery')))
    // Past the curbside choice.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(radio(say('Pickup'))).toBeChecked()
    await isAccessible()
    await press(say('CONTINUE'))
    await expect(page.getByRole('heading', { name: say('Who is picking it up?') })).toBeFocused()
    await press(say('CONTINUE'))
    await expect(page.getByRole('textbox', { name: say('First name') })).toHaveAccessibleDescription(
      say('Please enter a valid info'),
    )
    for (const [label, text] of [
      ['First name', nora.first],
      ['Last name', nora.last],
      ['Phone', nora.phone],
      ['Email', nora.email],
    ] as const) {
      await tabTo(page, page.getByRole('textbox', { name: say(label) }))
      await page.keyboard.type(text)
    }
    await isAccessible()
    await press(say('CONTINUE'))
    await expect(page.getByRole('heading', { name: say('Payment') })).toBeFocused()
    await isAccessible()
    await typeCardByKeyboard(page)
    await press(/^CONFIRMAR TU PEDIDO/)
    await expect(page.getByText(say('Order number'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: '¡Gracias!' })).toBeVisible()
    // The promise depends on the time of the run: a number of minutes while the kitchen is open, otherwise a time.
    await expect(
      page
        .getByText(/^(Recibimos tu pedido \S+\. Estará listo para ti en unos \d+ minutos\.|Listo .+)$/)
        .first(),
    ).toBeVisible()
    // Tall enough that the fixed elements at the bottom cover no button.
    await page.setViewportSize({ width: 390, height: 1800 })
    await isAccessible()
    // Four steps share the width of the smallest phone, and not every browser can hyphenate Spanish.
    await page.setViewportSize({ width: 320, height: 1800 })
    const steps = page.getByRole('list', { name: say('Steps of your order') })
    await expect(steps).toBeVisible()
    expect(await steps.evaluate(listBrokenWords)).toEqual([])
  })
})

test.describe('a device that speaks Spanish and loses the signal', () => {
  test.use({ locale: 'es-MX' })

  test('is answered in Spanish from the worker’s cache', async ({ page, context, strict }) => {
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
  })
})

test('the language is changed in the menu, is kept, and is used without a network', async ({
  page,
  context,
  strict,
}) => {
  strict.expect(/net::ERR_|Failed to load resource/)
  await page.goto('/menus')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('button', { name: say('Open menu') })).toBeVisible()
  await context.setOffline(true)
  await page.goto('/order')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('searchbox', { name: say('Search the menus') })).toBeVisible()
  await page.getByRole('button', { name: say('Open menu') }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText(say('You’re offline. To change the language, connect once.'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})
