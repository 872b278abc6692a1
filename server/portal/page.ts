import { blockIds, buildDataBlock, buildFacePreload, escapeHtml } from '#contract/page-format.ts'
import { listZoneOffsetPeriods, type ZoneOffsetPeriod } from '#contract/local-time.ts'
import { themeCss } from '#contract/theme.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { LogService } from '#server/env.ts'
import { firstScreenDataOf } from './first-screens.ts'
import { findAppIcon, type Icon } from './icons.ts'
import type { SearchEntry } from '#contract/search-entries.ts'
import { searchHead, searchWords } from './search-head.ts'
import type { PageParts } from './template.ts'
import { listFaceFiles, splitFaces } from './typefaces.ts'
import { type PageKind, pageKindName } from '#contract/payment-pages.ts'

/** How the browser reaches the card provider. */
export type PaymentFacts = { provider: 'sandbox' | 'stripe'; publishable_key: string }

/** How the browser verifies that a person is there; the embedded widget has no key. */
export type VerificationFacts = { provider: 'embedded' | 'recaptcha'; site_key?: string }

/** A location's time zone, with its offsets. */
type PageZone = { name: string; stretches: ZoneOffsetPeriod[] }

/** A location's clock changes (UTC) in the year of an instant (ms since the epoch) and in the next: whole years, so that the page stays the same. */
export function pageZone({ location }: Merchant, nowMs: number): PageZone {
  const year = new Date(nowMs).getUTCFullYear()
  return {
    name: location.time_zone,
    stretches: listZoneOffsetPeriods(location.time_zone, Date.UTC(year, 0), Date.UTC(year + 2, 0)),
  }
}

/** What a merchant's page is built from, besides the route. */
export type PageContext = {
  merchant: Merchant
  icons: readonly Icon[]
  payments: PaymentFacts
  verification: VerificationFacts
  /** For Google's map on the home page. */
  googleMapsKey: string | undefined
  /** Where the browser's log goes; undefined: nowhere. */
  log: LogService | undefined
  version: string
  zone: PageZone
  /** The start of all the merchant's URLs, without a trailing slash. */
  origin: string
  /** The text of the build's stylesheets. */
  css: string
  /** The kind of page whose policy applies; undefined where all pages have the same. */
  kind?: PageKind | undefined
}

/** What is loaded with priority: the pictures of the first screen that are seen first. */
const hasFirstPictures = (markup: string): boolean => /fetchpriority="high"/i.test(markup)

/**
 * The parts of a page. `entry` has the route's title and description; without it the page is the shell that the worker keeps for every route. `firstScreen` is
 * the path's markup. `isVisit`: nothing of it is on the device yet, so its typefaces wait for the pictures that are seen first.
 */
export function pageParts(
  context: PageContext,
  entry: SearchEntry | undefined,
  path: string,
  { firstScreen, isVisit = false }: { firstScreen: string; isVisit?: boolean | undefined },
): PageParts {
  const { merchant } = context
  const css = `${themeCss(merchant.host)}\n${context.css}`
  const isPictureFirst = isVisit && hasFirstPictures(firstScreen)
  const faces = isPictureFirst ? 'after' : firstScreen === '' ? 'waiting' : 'ahead'
  return {
    head: headOf(context, entry, path, faces),
    ...(isPictureFirst ? splitFaces(css) : { style: css }),
    facts: [
      buildDataBlock(blockIds.host, factsOf(context)),
      buildDataBlock(blockIds.first, firstScreenDataOf(merchant, path)),
    ].join('\n    '),
    firstScreen,
    path,
  }
}

/** What the portal knows before it has called the API. */
const factsOf = ({
  merchant,
  payments,
  verification,
  googleMapsKey,
  log,
  version,
  zone,
}: PageContext): unknown => ({
  label: merchant.label,
  host: merchant.host,
  zone,
  payments,
  verification,
  ...(log && { log }),
  ...(googleMapsKey !== undefined && { maps: { google_key: googleMapsKey } }),
  version,
})

function headOf(
  { merchant, icons, origin, kind, css }: PageContext,
  entry: SearchEntry | undefined,
  path: string,
  faces: 'ahead' | 'waiting' | 'after',
): string {
  const words = searchWords(merchant, entry, path)
  const appIcon = findAppIcon(merchant) ?? icons[0]?.src
  const touchIcon = icons.find((icon) => icon.purpose === 'any' && /^(180|192)x/.test(icon.sizes))
  return [
    `<title>${escapeHtml(words.title)}</title>`,
    words.description === '' ? '' : `<meta name="description" content="${escapeHtml(words.description)}" />`,
    ...searchHead(merchant, origin, path, words),
    kind === undefined ? '' : `<meta name="${pageKindName}" content="${kind}" />`,
    ...(faces === 'after' ? [] : listFaceFiles(css, merchant.host.theme.type)).map((href) =>
      buildFacePreload(href, { isAhead: faces === 'ahead' }),
    ),
    ...themeColourTags(merchant),
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(merchant.location.name)}" />`,
    appIcon ? `<link rel="icon" href="${escapeHtml(appIcon)}" />` : '<link rel="icon" href="data:," />',
    touchIcon ? `<link rel="apple-touch-icon" href="${escapeHtml(touchIcon.src)}" />` : '',
  ]
    .filter(Boolean)
    .join('\n    ')
}

function themeColourTags(merchant: Merchant): string[] {
  const { scheme, colours } = merchant.host.theme
  const tag = (colour: string, media = ''): string =>
    `<meta name="theme-color" content="${colour}"${media} />`
  if (scheme !== 'auto') return [tag(colours[scheme].surface)]
  return [
    tag(colours.light.surface, ' media="(prefers-color-scheme: light)"'),
    tag(colours.dark.surface, ' media="(prefers-color-scheme: dark)"'),
  ]
}
