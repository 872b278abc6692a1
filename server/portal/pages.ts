import { inTranslation } from '#contract/language.ts'
import { buildKeptPage, type InlineSheet, type PageView } from '#contract/page-format.ts'
import { type Prebuilt, prebuild } from '#server/plugins/prebuilt.ts'
import { pageHeaders } from '#server/plugins/security-headers.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findSignInIds } from '#server/merchants/sign-in-ids.ts'
import type { LogService } from '#server/env.ts'
import { atMealTime, onDay, preparedPaths } from './first-screens.ts'
import { listIcons } from './icons.ts'
import { type PageContext, pageParts, pageZone, type PaymentFacts, type VerificationFacts } from './page.ts'
import type { FirstScreen } from './first-screen.ts'
import { isForEverybody } from './search-head.ts'
import { listPictureOrigins } from './picture-origins.ts'
import { isOrdered } from './site-place.ts'
import { findTranslation, type PageLanguage } from '#contract/languages/all.ts'
import { isOn } from '#contract/rules/features.ts'
import { isPaymentPath, paymentShellUrl } from '#contract/payment-pages.ts'
import { findScreen } from '#contract/screens.ts'
import {
  findSearchEntry,
  listSearchEntries,
  screenTitle,
  type SearchEntry,
} from '#contract/search-entries.ts'
import { fillTemplate, hashOf, type PageTemplate } from './template.ts'

type PagesOptions = {
  template: PageTemplate
  version: string
  /** Milliseconds since the epoch. */
  now(): number
  payments(merchant: Merchant): PaymentFacts
  verification: VerificationFacts
  googleMapsKey: string | undefined
  log: LogService | undefined
  picturesFolder(merchant: Merchant): string
  firstScreen: FirstScreen
  /** The start of a merchant's URLs. */
  origin(merchant: Merchant): string
}

/** `headers`: what this page may load, and what it reveals to others. */
export type Page = { prebuilt: Prebuilt; headers: Record<string, string> }

/** `language`: the language to request it in, whatever else the request says. */
type KeptPage = { url: string; revision: string; integrity: string; language: PageLanguage }

/** `markup` is its first screen's; ignored if the page is cached. */
type PageSource = {
  name: string
  entry: SearchEntry | undefined
  path: string
  markup: string
  language: PageLanguage
  /** Shown until the portal has drawn the screen; ignored if the page is cached. */
  view?: (PageView & { path: string; sheets: readonly InlineSheet[] }) | undefined
  /** The stylesheets of the first screen, besides those of every page. */
  sheets?: readonly InlineSheet[] | undefined
  /** Whether it takes cards. */
  pays?: boolean
  /** Whether somebody goes there now, from a device that has nothing of it. */
  isVisit?: boolean
}

/**
 * For all merchants of this process together, in bytes as sent: a menu page weighs as much as the styles and the first data. Enough for every menu and dish of
 * an ordinary restaurant in each language, so that requesting all of them in turn does not rebuild them.
 */
const maxHeldBytes = 128 * 1024 * 1024

type MerchantPages = {
  /** Tells its pages from those of other merchants, and from its own before its files changed. */
  number: number
  context: PageContext
  entries: SearchEntry[]
  /** Pages being built: simultaneous requests share one. */
  making: Map<string, Promise<Page>>
}

/** The merchant as a visitor to a route sees it at an instant (ms): with today's announcements, and on the ordering page with the menus served now first. */
const asVisited = (merchant: Merchant, route: string, nowMs: number): Merchant => {
  const today = onDay(merchant, nowMs)
  return route === '/order' ? atMealTime(today, nowMs) : today
}

/**
 * Every page of every merchant, each built once. Pages differ only by their route's texts, so there are as many as a merchant has search entries, menus and
 * dishes, whatever addresses are requested.
 */
export class Pages {
  readonly #options: PagesOptions
  readonly #contexts = new WeakMap<Merchant, MerchantPages>()
  /** The least recently requested first. */
  readonly #pages = new Map<string, Page>()
  #bytes = 0
  #merchants = 0

  constructor(options: PagesOptions) {
    this.#options = options
  }

  /**
   * The page of a route. `isPlain`: only the path was requested, so the screen is the same for everybody. `isVisit`: somebody goes there now; the page that the
   * worker keeps is independent of the time of day, or it would not match the one in its list.
   */
  async get(
    asked: Merchant,
    path: string,
    language: PageLanguage,
    { isPlain = false, isVisit = false }: { isPlain?: boolean; isVisit?: boolean } = {},
  ): Promise<Page> {
    const { firstScreen, now } = this.#options
    const route = path === '/' ? '/' : path.replace(/\/$/, '')
    const merchant = isVisit ? asVisited(asked, route, now()) : asked
    const { entries } = this.#contextOf(merchant)
    const entry = findSearchEntry(entries, route === '/' ? '/home' : route)
    // A page that search engines find, or that has a first screen, belongs to its path; the others share one per screen and entry.
    const isOwn = isForEverybody(merchant, route) || firstScreen.isPrepared(route)
    const viewOf = async (): Promise<PageSource['view']> => {
      const view = await firstScreen.view(merchant, route, language, { hasQuery: !isPlain })
      return view && { ...view, path: route }
    }
    const plain = isPlain ? 'plain' : 'asked'
    if (!isOwn) {
      const { path: found = '', description = '' } = entry ?? {}
      const titled = {
        path: found,
        description,
        title: inTranslation(findTranslation(language, merchant.host.words), () =>
          screenTitle(route, entry, entry?.title ?? merchant.location.name),
        ),
      }
      const screen = findScreen(route)?.pattern ?? 'none'
      // A page with the restaurant's own texts belongs to its path alone, and so does one with a menu's dishes.
      const isOnly = found === route || (isPlain && isOrdered(merchant, route))
      const name = `${language} ${plain} screen ${screen} ${isOnly ? route : found}`
      const pays = isPaymentPath(route)
      const shared = { name, entry: titled, path: '/shell', markup: '', language, pays }
      return this.#once(merchant, name, async () => ({ ...shared, view: await viewOf() }))
    }
    const name = `${language} ${plain} path ${route}${isVisit ? ' visit' : ''}`
    return this.#once(merchant, name, async () => {
      const { markup = '', sheets } = (await firstScreen.render(merchant, route, language)) ?? {}
      const view = markup === '' ? await viewOf() : undefined
      return { name, entry, path: route, markup, sheets, view, language, isVisit }
    })
  }

  /** The page without a route's texts: the worker keeps it and serves it for every route. */
  getShell(merchant: Merchant, language: PageLanguage): Page {
    const name = `${language} shell`
    return this.#page(merchant, { name, entry: undefined, path: '/shell', markup: '', language })
  }

  /** The same for the pages that take cards, with their own policy; undefined where all pages have the same. */
  getPaymentShell(merchant: Merchant, language: PageLanguage): Page | undefined {
    if (!this.#isSeparate(merchant)) return undefined
    const name = `${language} payment shell`
    return this.#page(merchant, { name, entry: undefined, path: '/shell', markup: '', language, pays: true })
  }

  /** Whether third-party scripts may run on this merchant's pages: then pages that take cards are separate documents. */
  #isSeparate(merchant: Merchant): boolean {
    const { google, facebook } = findSignInIds(merchant)
    return (
      google !== undefined || facebook !== undefined || this.#options.verification.provider === 'recaptcha'
    )
  }

  /**
   * The pages that the worker keeps: the shell, and those that a launch may start on. A page's revision changes when the build, the theme, the menus, the
   * host's facts or its policy change; its integrity (`sha256-…`, base64) is of its text.
   */
  async listKept(merchant: Merchant, language: PageLanguage): Promise<KeptPage[]> {
    const made = await Promise.all(
      preparedPaths.map(async (url) => [url, await this.get(merchant, url, language)] as const),
    )
    const payment = this.getPaymentShell(merchant, language)
    return [
      ['/shell', this.getShell(merchant, language)] as const,
      ...(payment ? [[paymentShellUrl, payment] as const] : []),
      ...made,
    ].map(([url, { prebuilt }]) => ({
      url,
      revision: prebuilt.tag,
      integrity: hashOf(prebuilt.bodies.identity),
      language,
    }))
  }

  context(merchant: Merchant): PageContext {
    return this.#contextOf(merchant).context
  }

  #page(merchant: Merchant, source: PageSource): Page {
    const { name } = source
    return this.#find(merchant, name) ?? this.#hold(merchant, name, this.#make(merchant, source))
  }

  /** The page of this name, built from what `makeSource` resolves with if it is not cached. */
  #once(merchant: Merchant, name: string, makeSource: () => Promise<PageSource>): Promise<Page> {
    const { making } = this.#contextOf(merchant)
    const page = this.#find(merchant, name)
    if (page) return Promise.resolve(page)
    const underway =
      making.get(name) ??
      makeSource()
        .then((source) => this.#hold(merchant, name, this.#make(merchant, source)))
        .finally(() => making.delete(name))
    making.set(name, underway)
    return underway
  }

  #keyOf(merchant: Merchant, name: string): string {
    return `${this.#contextOf(merchant).number} ${name}`
  }

  #find(merchant: Merchant, name: string): Page | undefined {
    const key = this.#keyOf(merchant, name)
    const page = this.#pages.get(key)
    if (!page) return undefined
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  #hold(merchant: Merchant, name: string, page: Page): Page {
    this.#pages.set(this.#keyOf(merchant, name), page)
    this.#bytes += bytesOf(page)
    for (const [oldest, one] of this.#pages) {
      if (this.#bytes <= maxHeldBytes || one === page) break
      this.#pages.delete(oldest)
      this.#bytes -= bytesOf(one)
    }
    return page
  }

  #make(
    merchant: Merchant,
    { entry, path, markup, view, sheets = view?.sheets, language, pays = false, isVisit }: PageSource,
  ): Page {
    const context = this.#contextFor(merchant, pays)
    const parts = inTranslation(findTranslation(language, merchant.host.words), () =>
      pageParts(context, entry, path, { firstScreen: markup, isVisit }),
    )
    const filled = fillTemplate(this.#options.template, { ...parts, language, ...(sheets && { sheets }) })
    const viewed = view && buildKeptPage(filled.html, view.path, view)
    const html = viewed?.html ?? filled.html
    const styleHashes = [...filled.styleHashes, ...(viewed ? [hashOf(viewed.style)] : [])]
    const scriptHashes = viewed?.script === undefined ? [] : [hashOf(viewed.script)]
    const signIn = pays ? { google: undefined, facebook: undefined } : findSignInIds(merchant)
    const scanner = !pays && isOn(merchant.location.settings, 'checkBalance')
    const policy = {
      payments: context.payments.provider,
      verification: context.verification.provider,
      signIn,
      scanner,
      maps: !pays && this.#options.googleMapsKey !== undefined,
      pictures: listPictureOrigins(merchant),
      log: this.#options.log && new URL(this.#options.log.url).origin,
    }
    const headers = pageHeaders({ styleHashes, scriptHashes, ...policy })
    return { prebuilt: prebuild(html, 'text/html; charset=utf-8', JSON.stringify(headers)), headers }
  }

  /** The facts of a page. One that takes cards uses our own human verification: no third-party script runs on it. */
  #contextFor(merchant: Merchant, pays: boolean): PageContext {
    const { context } = this.#contextOf(merchant)
    if (!this.#isSeparate(merchant)) return context
    return pays
      ? { ...context, kind: 'payment', verification: { provider: 'embedded' } }
      : { ...context, kind: 'open' }
  }

  #contextOf(merchant: Merchant): MerchantPages {
    const known = this.#contexts.get(merchant)
    if (known) return known
    const { template, version, now, payments, verification, googleMapsKey, log, picturesFolder, origin } =
      this.#options
    const context = {
      merchant,
      icons: listIcons(merchant, picturesFolder(merchant)),
      payments: payments(merchant),
      verification,
      googleMapsKey,
      log,
      version,
      zone: pageZone(merchant, now()),
      origin: origin(merchant),
      css: template.css,
    }
    const entries = listSearchEntries(merchant)
    const made: MerchantPages = { number: this.#merchants++, context, entries, making: new Map() }
    this.#contexts.set(merchant, made)
    return made
  }
}

const bytesOf = ({ prebuilt }: Page): number =>
  Object.values(prebuilt.bodies).reduce((sum, body) => sum + body.length, 0)
