import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { outlineOf } from '#contract/menu-outline.ts'
import type { ContentName } from '#contract/schemas/content.ts'
import type { BookPart, FirstScreen as FirstScreenData, ViewAnswers } from '#contract/schemas/first-screen.ts'
import { findScreen, type ScreenPattern } from '#contract/screens.ts'
import { newDeviceScreens } from '#contract/new-device-screens.ts'
import { findSwitchedOff } from '#contract/rules/features.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import { unkeptScreens } from '#contract/unkept-screens.ts'
import type { PageView } from '#contract/page-format.ts'
import { listInForce } from '#contract/rules/announcements.ts'
import { servedFirst } from '#contract/rules/menu-hours.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { type Merchant, todayAt } from '#server/merchants/merchant.ts'
import { wallClock } from '#server/modules/location/wall-clock.ts'
import { bookOf, cardOf } from '#server/modules/menus/service.ts'
import { productsOf } from '#server/modules/physical-orders/service.ts'
import type { FirstScreen } from './first-screen.ts'
import type { SheetsOf } from './route-sheets.ts'
import { findSitePlace, isOrdered, isRead } from './site-place.ts'

/** The configurations that every first screen needs; the long texts of other pages come with the API's answer. */
const firstConfigurations = new Set([
  'seo',
  'app_icon',
  'location_background_url',
  'google_id',
  'facebook_id',
])

/** The pages that show a restaurant's own texts or pictures: each has its configuration among its data. */
const contentPaths: Partial<Record<string, ContentName>> = {
  '/about': 'about_page',
  '/privacy': 'privacy_page',
  '/terms': 'terms_page',
  '/gallery': 'gallery_page',
  '/catering': 'catering_page',
  '/menu/readonly': 'read_only_non_pos_page',
  '/rewards': 'reward_page',
} satisfies Partial<Record<ScreenPattern, ContentName>>

/** Those of them that are hydrated: they show nothing else, and without the kit. */
const hydratedContent: readonly string[] = [
  '/about',
  '/privacy',
  '/terms',
  '/gallery',
] satisfies ScreenPattern[]

/** The data of a path's first screen, so that it needs no second answer. Nothing personal. */
export function firstScreenDataOf(merchant: Merchant, path: string): FirstScreenData {
  const menus = outlineOf({ menus: merchant.listMenus('browse') })
  const orderMenus = outlineOf({ menus: merchant.listMenus('order') })
  const part = findPart(merchant, path)
  return {
    location: {
      location: merchant.location,
      configurations: merchant.configurations.filter(
        ({ name }) => firstConfigurations.has(name) || name === contentPaths[path],
      ),
      announcements: merchant.inForce,
    },
    menus,
    ...(JSON.stringify(menus) !== JSON.stringify(orderMenus) && { order_menus: orderMenus }),
    ...(part && { part }),
  }
}

/** The same with the long texts: for rendering a screen, not to be included in its page. */
function wholeDataOf(merchant: Merchant, path: string): FirstScreenData {
  const first = firstScreenDataOf(merchant, path)
  return { ...first, location: { ...first.location, configurations: merchant.configurations } }
}

/**
 * The part of the menu book that a page shows: on a reading page its menu, category or dish, on the ordering page the first dishes. Undefined for every other
 * page.
 */
function findPart(merchant: Merchant, path: string): BookPart | undefined {
  if (path === '/order') return findFirstPart(merchant)
  if (!path.startsWith('/menus/')) return undefined
  const place = findSitePlace(merchant, path)
  if (place.kind !== 'category' && place.kind !== 'item') return undefined
  const { items, ...category } = place.category
  return {
    mode: 'browse',
    menu_id: place.menu.external_id,
    ...(place.kind === 'item'
      ? { category: { ...category, items: [] }, item: place.item }
      : { category: { ...category, items: items.map(cardOf) } }),
  }
}

/** Merchants with reordered menus for the ordering page, by merchant and order of the menus. */
const atMealTimes = new WeakMap<Merchant, Map<string, Merchant>>()

/**
 * The merchant as its ordering page shows it at an instant (ms): the menus served then, or next, come first. The same object as long as the order stays, so
 * that everything cached for it stays; the merchant itself where the order is its own.
 */
export function atMealTime(merchant: Merchant, nowMs: number): Merchant {
  const menus = merchant.listMenus('order')
  const ordered = servedFirst(menus, wallClock(nowMs, merchant.location.time_zone), merchant.location)
  if (ordered.every((menu, place) => menu === menus[place])) return merchant
  const known = atMealTimes.get(merchant) ?? new Map<string, Merchant>()
  atMealTimes.set(merchant, known)
  const name = ordered.map(({ external_id: id }) => id).join()
  const made = known.get(name) ?? {
    ...merchant,
    listMenus: (mode) => (mode === 'order' ? ordered : merchant.listMenus(mode)),
  }
  known.set(name, made)
  return made
}

/** Merchants with announcements for certain days, by merchant and current announcements. */
const onDays = new WeakMap<Merchant, Map<string, Merchant>>()

/**
 * The merchant as its pages show it at an instant (ms): with the announcements of that day at the location. The same object as long as the announcements stay;
 * the merchant itself where they are those of a cached page.
 */
export function onDay(merchant: Merchant, nowMs: number): Merchant {
  const inForce = listInForce(merchant.announcements, todayAt(merchant, nowMs))
  if (inForce.length === merchant.inForce.length) return merchant
  const known = onDays.get(merchant) ?? new Map<string, Merchant>()
  onDays.set(merchant, known)
  const name = inForce.map((one) => merchant.announcements.indexOf(one)).join()
  const made = known.get(name) ?? { ...merchant, inForce }
  known.set(name, made)
  return made
}

/** The dishes at the start of the ordering page: the rest come with the book. */
function findFirstPart(merchant: Merchant): BookPart | undefined {
  const menu = merchant.listMenus('order').find(({ categories }) => categories.length > 0)
  if (!menu) return undefined
  const { items, ...category } = menu.categories[0]!
  return {
    mode: 'order',
    menu_id: menu.external_id,
    category: { ...category, items: items.map(cardOf) },
  }
}

/** The paths whose first screen is rendered in advance: those that need only the first data, and where a launch may start. */
export const preparedPaths = ['/', '/home', '/menus', '/order'] as const

/** Older addresses of the home page, which are rendered when they are first visited. */
const homePaths = ['/oldhome', '/newhome'] as const satisfies ScreenPattern[]

const isInAdvance = (path: string): boolean => preparedPaths.some((one) => one === path)
const isPrepared = (path: string): boolean => isInAdvance(path) || homePaths.some((one) => one === path)

/** Whether a path is a hydrated page of the restaurant's own, and has a text: without one, the API has to say that there is none. */
const isWritten = ({ configurations }: Merchant, path: string): boolean =>
  hydratedContent.includes(path) && configurations.some(({ name }) => name === contentPaths[path])

type Rendering = {
  renderFirstScreen(
    facts: unknown,
    first: FirstScreenData,
    path: string,
    language: PageLanguage,
  ): Promise<string>
  renderView(
    facts: unknown,
    first: FirstScreenData,
    screen: { path: string; language: PageLanguage; mayLoad?: boolean },
    answers: ViewAnswers,
  ): Promise<PageView | undefined>
}

type Rendered = ReturnType<FirstScreen['render']>

/**
 * Renders the first screens of every merchant, once, with the portal's own components: a build of them that is loaded from `moduleFile`. Those of menus,
 * categories, dishes, the restaurant's own texts and the home page's older addresses are rendered when their address is first visited (the pages cache them).
 * Where that build is missing (development), pages come without, and the browser renders the first screen itself.
 */
export async function makeFirstScreens(
  moduleFile: string,
  sheetsOf: SheetsOf,
  merchants: readonly Merchant[],
  { provider, siteKey }: Pick<Verification, 'provider' | 'siteKey'>,
): Promise<FirstScreen | undefined> {
  if (!existsSync(moduleFile)) return undefined
  const { renderFirstScreen, renderView } = (await import(
    /* @vite-ignore */ pathToFileURL(moduleFile).href
  )) as Rendering
  const verification = { provider, siteKey }
  const factsOf = ({ label, host }: Merchant): unknown => ({ ...givenFacts, label, host, verification })
  const render = async (merchant: Merchant, path: string, language: PageLanguage): Rendered => {
    const data = firstScreenDataOf(merchant, path)
    return {
      markup: await renderFirstScreen(factsOf(merchant), data, path, language),
      sheets: sheetsOf(findScreen(path)?.pattern ?? path),
    }
  }
  // By merchant object: a changed merchant is a new object, with new screens.
  const screens = new WeakMap<Merchant, Map<string, Rendered>>()
  // English in advance; another language when the first guest who reads it comes.
  const prepare = (merchant: Merchant, language: PageLanguage): Map<string, Rendered> => {
    const made = screens.get(merchant) ?? new Map<string, Rendered>()
    screens.set(merchant, made)
    for (const path of preparedPaths) made.set(`${language} ${path}`, render(merchant, path, language))
    return made
  }
  for (const merchant of merchants) await Promise.all(prepare(merchant, 'en').values())
  /** The screen while it loads what its address names: the same for every address of the pattern. */
  const frameOf = async (
    merchant: Merchant,
    { pattern, path }: { pattern: ScreenPattern; path: string },
    language: PageLanguage,
  ): ReturnType<FirstScreen['view']> => {
    const data = wholeDataOf(merchant, path)
    const screen = { path, language, mayLoad: true }
    const view = await renderView(factsOf(merchant), data, screen, answersOf(merchant))
    return view && { ...withoutSkipLink(view), sheets: sheetsOf(pattern), isForAnyAddress: true }
  }
  const screensOf: FirstScreen = {
    isPrepared,
    render: async (merchant, path, language) => {
      const name = `${language} ${path}`
      if (isInAdvance(path))
        return await (screens.get(merchant)?.get(name) ?? prepare(merchant, language).get(name))
      const isHere = isPrepared(path) || isRead(merchant, path) || isWritten(merchant, path)
      return isHere ? await render(merchant, path, language) : undefined
    },
    async view(merchant, path, language, { hasQuery } = { hasQuery: false }) {
      const pattern = findScreen(path)?.pattern
      if (pattern === undefined) return undefined
      const to = newDeviceScreens[pattern]
      if (to !== undefined) {
        if (hasQuery) return undefined
        // A guest stays on a screen of what the restaurant does not offer, which says so.
        if (findSwitchedOff(merchant.location.settings, path, 'guest')) return undefined
        const view = await screensOf.view(merchant, to, language)
        return view && { ...withoutSkipLink(view), isForNewDevice: true }
      }
      const linked = findLinked(pattern, { hasQuery })
      if (linked !== undefined) return await frameOf(merchant, { pattern, path: linked }, language)
      // With a query, a screen may show something else.
      if (hasQuery) return undefined
      if (unkeptScreens[pattern] !== undefined) return undefined
      // Of the paths with parameters, only those of a menu, a category or a dish are the same for everybody.
      if (pattern.includes('$') && !isOrdered(merchant, path)) return undefined
      const data = wholeDataOf(merchant, path)
      const view = await renderView(factsOf(merchant), data, { path, language }, answersOf(merchant))
      return view && { ...view, sheets: sheetsOf(pattern) }
    },
  }
  return screensOf
}

const answersOf = (merchant: Merchant): ViewAnswers => ({
  books: { browse: bookOf(merchant, 'browse'), order: bookOf(merchant, 'order') },
  products: productsOf(merchant),
})

/** A link within the page names its address, which is another one where a view is shown under several. */
const withoutSkipLink = <T extends { markup: string }>(view: T): T => ({
  ...view,
  markup: view.markup.replace(/<a [^>]*href="[^"]*#screen"[^>]*>[^<]*<\/a>/, ''),
})

/**
 * Screens that open from a link in an email or a text, often as the first thing of the restaurant on a device, with an example: their first visit begins with
 * their title and their form, and what the address names comes from the API.
 */
const linkedScreens: Partial<Record<ScreenPattern, string>> = {
  '/gift/$cardId': '/gift/any',
  '/ticket/$ticketId': '/ticket/any',
  '/mycards/sent/$orderId': '/mycards/sent/any',
  '/receipt': '/receipt?type=any&object_id=any',
  '/resetpassword': '/resetpassword?token=any',
}

/** The example of a screen that a link has opened: of one that a query names, only where there is a query. */
function findLinked(pattern: ScreenPattern, { hasQuery }: { hasQuery: boolean }): string | undefined {
  const path = linkedScreens[pattern]
  return path?.includes('?') && !hasQuery ? undefined : path
}

/** Markup depends on neither the version nor the card provider. */
const givenFacts = { payments: { provider: 'sandbox', publishableKey: '' }, version: '' }
