import { readdirSync, readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import { languageCookie } from '#contract/language.ts'
import { pseudo } from '#contract/languages/pseudo.ts'
import { states } from '#contract/reference-data.ts'
import { checkoutSteps } from '#contract/rules/ticket.ts'
import { entryNames } from '#db/names.ts'
import type { Address, Preparation } from '../../bench/addresses.ts'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import { expect, expectNoHorizontalScroll } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { press } from './press.ts'

/** Screens in the pseudo-languages, which reveal texts missing from the catalogues, and layouts that longer or right-to-left texts break. */

/** The language of every page that is loaded from now on. */
export const speak = (page: Page, language: string) =>
  page.context().addCookies([{ name: languageCookie, value: language, url: new URL('/', page.url()).href }])

/** Bella's own files, as the operator wrote them. */
const readFiles = (): unknown[] =>
  readdirSync('merchants/bella', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`merchants/bella/${name}`, 'utf8')) as unknown)

/** A text from the data: as written, and in lower case for the search. */
type Known = { text: string; lower: string }

/** Every text from a restaurant's files or from an answer of the server, the longest first. */
export function listenForData(page: Page): () => Promise<Known[]> {
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
export async function openWhole(page: Page, path: string): Promise<void> {
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

/**
 * Neither longer texts nor texts from the right widen the page. For these the direction of the page is turned, which is all that the right-to-left
 * pseudo-language has of its own.
 */
async function expectToFit(page: Page): Promise<void> {
  await expectNoHorizontalScroll(page, [320, 1280])
  const turn = (direction: string) =>
    page.evaluate((given) => void (document.documentElement.dir = given), direction)
  await turn('rtl')
  await expectNoHorizontalScroll(page)
  await turn('')
}

/** Opens addresses in longer texts, in small windows and a wide one, and returns the texts that no catalogue has. */
export async function listMissing(
  page: Page,
  opened: readonly Opened[],
  data: () => Promise<Known[]>,
): Promise<string[]> {
  const missing: string[] = []
  await speak(page, 'en-XA')
  for (const [index, { address, path }] of opened.entries()) {
    await (index === 0 ? openWhole : walkWhole)(page, path)
    const proof = proofs[address.after]
    if (proof) await expect(page.getByRole('main'), path).toContainText(proof)
    missing.push(...(await findMissing(page, data)).map((text) => `${path}: ${text}`))
    await expectToFit(page)
    // Make sure that the portal did not redirect to another screen.
    if (/ in | placed| sent/.test(address.after)) expect(page.url().endsWith(path), path).toBe(true)
  }
  return missing
}

/** The same for every step of checkout: a new visit opens on the step that the tab remembers, and BACK leads to the one before. */
export async function listMissingInSteps(page: Page, data: () => Promise<Known[]>): Promise<string[]> {
  const missing: string[] = []
  const [first, last] = [checkoutSteps[0], checkoutSteps.at(-1)!]
  await speak(page, 'en-XA')
  // Reloading the page would keep the step of the current visit, so leave the portal in between.
  await page.goto('/robots.txt')
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    entryNames.checkoutStep,
    last,
  ] as const)
  await openWhole(page, '/ordercheckout')
  for (const step of checkoutSteps.toReversed()) {
    await expect
      .poll(() => page.evaluate((key) => sessionStorage.getItem(key), entryNames.checkoutStep))
      .toBe(step)
    await waitForAll(page)
    missing.push(...(await findMissing(page, data)).map((text) => `${step}: ${text}`))
    await expectToFit(page)
    const back = page.getByRole('button', { name: pseudo.translate('BACK')!, exact: true })
    if (step !== first) await press(back)
  }
  return missing
}
