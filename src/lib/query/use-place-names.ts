import { useQuery } from '@tanstack/react-query'
import type { PlaceNames } from '#contract/search-entries.ts'
import type { MenuMode } from '#contract/schemas/menu.ts'
import { bookQuery, outlineQuery } from './menu-book.ts'
import { usePortal } from './portal-context.tsx'

const menuPath = /^\/(menus|order)\/([^/]+)(?:\/category\/([^/]+)(?:\/item\/([^/]+))?)?$/

/** The names of the menu, category and dish that a path shows, as far as this device knows them; nothing is fetched. Undefined on every other path. */
export function usePlaceNames(path: string): PlaceNames | undefined {
  const { load, facts } = usePortal()
  const { locationId } = facts.host
  const [, root, menuId, categoryId, itemId] = menuPath.exec(path) ?? []
  const mode: MenuMode = root === 'order' ? 'order' : 'browse'
  const outline = useQuery(outlineQuery(locationId, mode)).data
  const book = useQuery({ ...bookQuery(load, locationId, mode), enabled: false }).data
  const menu = outline?.value.menus.find((one) => one.external_id === menuId)
  if (!menu) return undefined
  const items = book?.value.menus
    .find((one) => one.external_id === menuId)
    ?.categories.find((one) => one.external_id === categoryId)?.items
  return {
    menu: menu.name,
    category: menu.categories.find((one) => one.external_id === categoryId)?.name,
    item: items?.find((one) => one.external_id === itemId)?.name,
  }
}
