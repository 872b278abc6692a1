import { type Prebuilt, prebuild } from '#server/plugins/prebuilt.ts'
import { pageContentPolicy } from '#server/plugins/security-headers.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { listIcons } from './icons.ts'
import { type FirstScreen, type PageContext, pageParts, type PaymentFacts } from './page.ts'
import { findSearchEntry, listSearchEntries, type SearchEntry } from './search-entries.ts'
import { fillTemplate, type PageTemplate } from './template.ts'

export type PagesOptions = {
  template: PageTemplate
  version: string
  payments(merchant: Merchant): PaymentFacts
  picturesFolder(merchant: Merchant): string
  firstScreen: FirstScreen
}

export type Page = { prebuilt: Prebuilt; contentPolicy: string }

/**
 * Every page of every merchant, each made once. A page differs by the words of its route only, so there are as many as a merchant has
 * search entries, whatever addresses are asked for.
 */
export class Pages {
  readonly #options: PagesOptions
  readonly #contexts = new Map<Merchant, { context: PageContext; entries: SearchEntry[]; pages: Map<string, Page> }>()

  constructor(options: PagesOptions) {
    this.#options = options
  }

  /** The page of a route. */
  get(merchant: Merchant, path: string): Page {
    const { context, entries } = this.#contextOf(merchant)
    const route = path === '/' ? '/' : path.replace(/\/$/, '')
    const entry = findSearchEntry(entries, route === '/' ? '/home' : route)
    // A page with a first screen of its own is its path's; the rest share one by their entry.
    return this.#page(merchant, context.firstScreen(merchant, route) === '' ? `entry ${entry?.path ?? ''}` : `path ${route}`, entry, route)
  }

  /** The page without a route's words: what the worker keeps and gives for every route. */
  getShell(merchant: Merchant): Page {
    return this.#page(merchant, 'shell', undefined, '/shell')
  }

  /** Names this host's page: it changes when the build, the theme or the host's facts do. */
  shellRevision(merchant: Merchant): string {
    return this.getShell(merchant).prebuilt.tag
  }

  context(merchant: Merchant): PageContext {
    return this.#contextOf(merchant).context
  }

  #page(merchant: Merchant, name: string, entry: SearchEntry | undefined, path: string): Page {
    const { pages } = this.#contextOf(merchant)
    const page = pages.get(name) ?? this.#make(merchant, entry, path)
    pages.set(name, page)
    return page
  }

  #make(merchant: Merchant, entry: SearchEntry | undefined, path: string): Page {
    const { context } = this.#contextOf(merchant)
    const { html, styleHash } = fillTemplate(this.#options.template.html, pageParts(context, entry, path))
    return {
      prebuilt: prebuild(html, 'text/html; charset=utf-8'),
      contentPolicy: pageContentPolicy({ styleHashes: [styleHash], payments: context.payments.provider }),
    }
  }

  #contextOf(merchant: Merchant): { context: PageContext; entries: SearchEntry[]; pages: Map<string, Page> } {
    const known = this.#contexts.get(merchant)
    if (known) return known
    const { template, version, payments, picturesFolder, firstScreen } = this.#options
    const context = {
      merchant,
      icons: listIcons(merchant, picturesFolder(merchant)),
      payments: payments(merchant),
      version,
      css: template.css,
      firstScreen,
    }
    const made = { context, entries: listSearchEntries(merchant), pages: new Map<string, Page>() }
    this.#contexts.set(merchant, made)
    return made
  }
}
