import { isLinkable } from '#contract/rules/features.ts'
import type { BookCategory, BookMenu, MenuItem, MenuMode } from '#contract/schemas/menu.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** The part of a merchant's menus at an address of the portal. */
export type SitePlace =
  | { kind: 'home' }
  | { kind: 'menus' }
  | { kind: 'menu'; menu: BookMenu }
  | { kind: 'category'; menu: BookMenu; category: BookCategory }
  | { kind: 'item'; menu: BookMenu; category: BookCategory; item: MenuItem }
  | { kind: 'page' }

/** One page for both ways to look at a menu: search engines keep the one for reading, unless a menu is only for ordering. */
const modes: readonly { root: string; mode: MenuMode }[] = [
  { root: 'menus', mode: 'browse' },
  { root: 'order', mode: 'order' },
]

const menuPath = /^\/(menus|order)\/([^/]+)(?:\/category\/([^/]+)(?:\/item\/([^/]+))?)?$/

/** What a path without a trailing slash shows; `page` for everything that is not the home page or an existing menu. */
export function findSitePlace(merchant: Merchant, path: string): SitePlace {
  if (path === '/' || path === '/home') return { kind: 'home' }
  if (path === '/menus') return { kind: 'menus' }
  const match = menuPath.exec(path)
  if (!match) return { kind: 'page' }
  const mode = modes.find(({ root }) => root === match[1])!.mode
  const menu = merchant.listMenus(mode).find(({ external_id }) => external_id === match[2])
  if (!menu) return { kind: 'page' }
  if (match[3] === undefined) return { kind: 'menu', menu }
  const category = menu.categories.find(({ external_id }) => external_id === match[3])
  if (!category) return { kind: 'page' }
  if (match[4] === undefined) return { kind: 'category', menu, category }
  const item = category.items.find(({ external_id }) => external_id === match[4])
  return item ? { kind: 'item', menu, category, item } : { kind: 'page' }
}

/** Whether a path is a page of a menu to read, which anybody may reach from a search engine or a link. */
export const isRead = (merchant: Merchant, path: string): boolean =>
  path.startsWith('/menus/') && findSitePlace(merchant, path).kind !== 'page'

/** Whether a path is a page of a menu to order from. */
export const isOrdered = (merchant: Merchant, path: string): boolean =>
  path.startsWith('/order/') && findSitePlace(merchant, path).kind !== 'page'

/** The canonical address of what a path shows: the same menu for reading and for ordering is one page to a search engine. */
export function canonicalPath(merchant: Merchant, path: string): string {
  if (path === '/home' || path === '/oldhome' || path === '/newhome') return '/'
  const [, root, menu, ...rest] = path.split('/')
  if (root !== 'order' || menu === undefined) return path
  const toRead = ['/menus', menu, ...rest].join('/')
  // Where menus to read are switched off, nobody is sent there.
  const isReadable =
    isLinkable(merchant.location.settings, toRead) && findSitePlace(merchant, toRead).kind !== 'page'
  return isReadable ? toRead : path
}

/** Every address of a merchant's menus: for reading first, and for ordering where that is the only one. */
export function listMenuPaths(merchant: Merchant): string[] {
  const paths = modes.flatMap(({ root, mode }) =>
    merchant.listMenus(mode).flatMap((menu) => {
      const base = `/${root}/${menu.external_id}`
      return [
        base,
        ...menu.categories.flatMap((category) =>
          pathsOf(`${base}/category/${category.external_id}`, category),
        ),
      ]
    }),
  )
  return [...new Set(paths.map((path) => canonicalPath(merchant, path)))]
}

const pathsOf = (base: string, { items }: BookCategory): string[] => [
  base,
  ...items.map((item) => `${base}/item/${item.external_id}`),
]
