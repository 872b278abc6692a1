import { isLinkable } from '#contract/rules/features.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { listMenuPaths } from './site-place.ts'
import { escapeHtml } from '#contract/page-format.ts'

/** Every page that a restaurant may have, besides its menus. */
const pages = [
  '/',
  '/menus',
  '/order',
  '/sendcard',
  '/physicalcards',
  '/rewards',
  '/about',
  '/catering',
  '/gallery',
  '/privacy',
  '/terms',
]

/** The pages of a merchant that are worth finding: those that are switched on, then every menu, category and dish. */
function listFoundPaths(merchant: Merchant): string[] {
  const hasMenus = merchant.listMenus('browse').length > 0
  const isThere = (path: string): boolean =>
    isLinkable(merchant.location.settings, path) && (path !== '/menus' || hasMenus)
  return [...pages, ...listMenuPaths(merchant)].filter(isThere)
}

/** A merchant's sitemap (sitemaps.org); every address starts with `origin`. */
export const sitemap = (merchant: Merchant, origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listFoundPaths(merchant).map((path) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
