import type { MenuItem, MenuMode } from '#contract/schemas/menu.ts'
import type { MerchantDocument } from './document.ts'
import { hostsOf, type StoredMerchant } from './repository.ts'

/** A merchant as the running server knows it. */
export type Merchant = MerchantDocument & {
  revision: string
  locationId: string
  /** An item as it can be ordered (mode `order`), by its three external ids. */
  findOrderItem(menu: string, category: string, item: string): MenuItem | undefined
  /** The menus of a mode in display order. */
  listMenus(mode: MenuMode): MerchantDocument['menus']
}

export type MerchantDirectory = {
  findByHost(host: string): Merchant | undefined
  findByLabel(label: string): Merchant | undefined
  list(): readonly Merchant[]
}

/** The merchants of a server, found by host name or label. */
export function merchantDirectory(stored: readonly StoredMerchant[]): MerchantDirectory {
  const merchants = stored.map(merchantOf)
  const byHost = new Map(merchants.flatMap((merchant) => hostsOf(merchant).map((host) => [host, merchant] as const)))
  const byLabel = new Map(merchants.map((merchant) => [merchant.label, merchant]))
  return { findByHost: (host) => byHost.get(host), findByLabel: (label) => byLabel.get(label), list: () => merchants }
}

function merchantOf({ document, revision }: StoredMerchant): Merchant {
  const menusByMode = { browse: menusIn(document, 'browse'), order: menusIn(document, 'order') }
  const items = new Map<string, MenuItem>()
  for (const menu of menusByMode.order)
    for (const category of menu.categories)
      for (const item of category.items) items.set(placeOf(menu.external_id, category.external_id, item.external_id), item)
  return {
    ...document,
    revision,
    locationId: document.host.locationId,
    findOrderItem: (menu, category, item) => items.get(placeOf(menu, category, item)),
    listMenus: (mode) => menusByMode[mode],
  }
}

const menusIn = (document: MerchantDocument, mode: MenuMode): MerchantDocument['menus'] => document.menus.filter((menu) => menu.modes.includes(mode))

// External ids are lower-case words with hyphens (merchants/README.md), so the slash cannot be part of one.
const placeOf = (menu: string, category: string, item: string): string => `${menu}/${category}/${item}`
