import type { Merchant } from '#server/merchants/merchant.ts'
import { findSwitchedOff } from '#contract/rules/features.ts'
import { placeTitle, screenTitle, type SearchEntry } from '#contract/search-entries.ts'
import { findSitePlace } from './site-place.ts'
import { canonicalUrl, sharingPicture, structuredData } from './structured-data.ts'
import { escapeHtml, scriptJson } from '#contract/page-format.ts'

/** What a search engine or a chat preview may open: everything else is personal, or a step of a flow. */
const forEverybody = [
  '/',
  '/home',
  '/oldhome',
  '/newhome',
  '/menus',
  '/menu/readonly',
  '/order',
  '/cards',
  '/sendcard',
  '/physicalcards',
  '/rewards',
  '/about',
  '/privacy',
  '/terms',
  '/catering',
  '/gallery',
]

type SearchWords = { title: string; description: string }

/**
 * A page's title and description: those that the merchant has for its route (specification §2, LH-16). A menu, a category and a dish put their name before the
 * title and replace the description with their own, if they have one: no two pages may have the same title.
 */
export function searchWords(merchant: Merchant, entry: SearchEntry | undefined, path: string): SearchWords {
  const title = entry?.title ?? merchant.location.name
  const description = entry?.description ?? ''
  const place = findSitePlace(merchant, path)
  // The restaurant has written texts for exactly this address.
  if (entry?.path === path) return { title, description }
  switch (place.kind) {
    case 'menu':
      return {
        title: placeTitle({ menu: place.menu.name }, title),
        description: place.menu.description || description,
      }
    case 'category':
      return {
        title: placeTitle({ menu: place.menu.name, category: place.category.name }, title),
        description: place.category.description || description,
      }
    case 'item':
      return {
        title: placeTitle({ menu: place.menu.name, item: place.item.name }, title),
        description: place.item.description || description,
      }
    default:
      return { title: path === '/shell' ? title : screenTitle(path, entry, title), description }
  }
}

/** The head's tags for search and sharing: canonical address, Open Graph, schema.org, or that it must not be indexed. */
export function searchHead(merchant: Merchant, origin: string, path: string, words: SearchWords): string[] {
  const place = findSitePlace(merchant, path)
  if (!isForEverybody(merchant, path)) return ['<meta name="robots" content="noindex" />']
  const url = canonicalUrl(merchant, origin, path)
  const image = sharingPicture(merchant, origin, place)
  const data = structuredData(merchant, origin, place)
  const tag = (property: string, content: string): string =>
    `<meta property="${property}" content="${escapeHtml(content)}" />`
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    tag('og:type', place.kind === 'home' ? 'restaurant.restaurant' : 'website'),
    tag('og:site_name', merchant.location.name),
    tag('og:title', words.title),
    ...(words.description === '' ? [] : [tag('og:description', words.description)]),
    tag('og:url', url),
    ...(image === undefined ? [] : [tag('og:image', image)]),
    `<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />`,
    ...(data === undefined ? [] : [`<script type="application/ld+json">${scriptJson(data)}</script>`]),
  ]
}

/** Whether a path shows the same to everybody and is worth finding. */
export const isForEverybody = (merchant: Merchant, path: string): boolean =>
  (forEverybody.includes(path) || findSitePlace(merchant, path).kind !== 'page') &&
  findSwitchedOff(merchant.location.settings, path) === undefined
