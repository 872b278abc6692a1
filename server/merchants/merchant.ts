import { localTime } from '#contract/local-time.ts'
import { listInForce } from '#contract/rules/announcements.ts'
import { tellsAllergens } from '#contract/rules/allergens.ts'
import type { MenuItem, MenuMode } from '#contract/schemas/menu.ts'
import type { MerchantDocument } from './document.ts'
import { hostsOf, type StoredMerchant } from './repository.ts'

/** A merchant as the running server knows it. */
export type Merchant = MerchantDocument & {
  revision: string
  locationId: string
  /** Whether it states allergens for any dish that can be ordered: dishes without a statement are then said to be unknown. */
  tellsAllergens: boolean
  /** An item that can be ordered (mode `order`), by its three external ids. */
  findOrderItem(menu: string, category: string, item: string): MenuItem | undefined
  /** A dish of any menu by its id in the kitchen's system (`omnivore_id`). */
  findDish(id: string): MenuItem | undefined
  /** The menus of a mode in display order. */
  listMenus(mode: MenuMode): MerchantDocument['menus']
  /** The announcements on a page: for a page that a device keeps, those without days of their own; for a visit, those of the day. */
  inForce: MerchantDocument['announcements']
}

/** The location's date at an instant (ms), ISO: its days end at midnight there, not in Greenwich. */
export const todayAt = ({ location }: Pick<Merchant, 'location'>, nowMs: number): string =>
  localTime(nowMs, location.time_zone).date

export type MerchantDirectory = {
  findByHost(host: string): Merchant | undefined
  findByLabel(label: string): Merchant | undefined
  list(): readonly Merchant[]
}

/** A directory whose merchants change while the server runs. */
export type LiveDirectory = MerchantDirectory & {
  /** Sets the merchants. One with an unchanged revision keeps its object, and everything cached for it; a changed one becomes a new object. */
  replace(stored: readonly StoredMerchant[]): void
}

/** The merchants of a server, found by host name or label. */
export function merchantDirectory(stored: readonly StoredMerchant[]): LiveDirectory {
  let merchants: readonly Merchant[] = []
  let byHost = new Map<string, Merchant>()
  let byLabel = new Map<string, Merchant>()
  const replace = (next: readonly StoredMerchant[]): void => {
    const known = new Map(merchants.map((merchant) => [nameOf(merchant.label, merchant.revision), merchant]))
    merchants = next.map((one) => known.get(nameOf(one.document.label, one.revision)) ?? merchantOf(one))
    byHost = new Map(
      merchants.flatMap((merchant) => hostsOf(merchant).map((host) => [host, merchant] as const)),
    )
    byLabel = new Map(merchants.map((merchant) => [merchant.label, merchant]))
  }
  replace(stored)
  return {
    findByHost: (host) => byHost.get(host),
    findByLabel: (label) => byLabel.get(label),
    list: () => merchants,
    replace,
  }
}

const nameOf = (label: string, revision: string): string => `${label} ${revision}`

function merchantOf({ document, revision }: StoredMerchant): Merchant {
  const menusByMode = { browse: menusIn(document, 'browse'), order: menusIn(document, 'order') }
  const items = new Map<string, MenuItem>()
  for (const menu of menusByMode.order)
    for (const category of menu.categories)
      for (const item of category.items)
        items.set(placeOf(menu.external_id, category.external_id, item.external_id), item)
  const dishes = new Map(
    document.menus
      .flatMap((menu) => menu.categories)
      .flatMap((category) => category.items)
      .map((item) => [item.omnivore_id, item]),
  )
  return {
    ...document,
    revision,
    locationId: document.host.locationId,
    tellsAllergens: tellsAllergens({ menus: menusByMode.order }),
    findOrderItem: (menu, category, item) => items.get(placeOf(menu, category, item)),
    findDish: (id) => dishes.get(id),
    listMenus: (mode) => menusByMode[mode],
    inForce: listInForce(document.announcements, undefined),
  }
}

const menusIn = (document: MerchantDocument, mode: MenuMode): MerchantDocument['menus'] =>
  document.menus.filter((menu) => menu.modes.includes(mode))

// External ids are lower-case words with hyphens (merchants/README.md), so the slash cannot be part of one.
const placeOf = (menu: string, category: string, item: string): string => `${menu}/${category}/${item}`
