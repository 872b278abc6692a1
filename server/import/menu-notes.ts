import { join } from 'node:path'
import { dayOf } from '#contract/local-time.ts'
import { features } from '#contract/rules/features.ts'
import type { FieldPath } from './field-path.ts'
import { LocationFile, MenuFile } from './file-schemas.ts'
import { reportClosedHours, reportWeek } from './kitchen-notes.ts'
import { listMenuFiles } from './merchant-folder.ts'
import { reportNoWayToOrder, reportUselessMenus } from './order-notes.ts'
import type { ImportProblem } from './problem.ts'
import { checkSource, readSourceFile, type SourceFile } from './source-file.ts'

/**
 * Notes on the menus of a merchant with valid files, and on what links to them: a link to a menu or dish that does not exist, a menu without categories
 * or modes, a category without dishes, online orders with nothing to order (at all, or on a special day), without hours or without a link to them, hours that
 * run into the next day's, and orders that are taken while the restaurant is closed. They do not stop an import.
 */
export function listMenuNotes(folder: string, label: string): ImportProblem[] {
  const notes: ImportProblem[] = []
  const read = (name: string): SourceFile | undefined =>
    readSourceFile(join(folder, name), `merchants/${label}/${name}`, notes)
  const menus = listMenuFiles(folder).flatMap((name) => {
    const source = read(`menus/${name}`)
    const menu = source && checkSource(source, MenuFile)
    return menu ? [{ source, menu }] : []
  })
  const addresses = new Set(menus.flatMap(({ menu }) => addressesOf(menu)))
  const source = read('location.json')
  const location = source && checkSource(source, LocationFile)
  if (!location) return notes
  for (const { path, link } of listLinks(source.value, []))
    if (!addresses.has(link)) source.report(path, `links to nothing on any menu: ${link}`)
  const takesOrders = features.onlineOrders.isOn(location.settings)
  reportWeek(location, source, takesOrders)
  if (takesOrders) reportClosedHours(location, source)
  if (takesOrders) reportNoWayToOrder(location, source)
  reportUselessMenus(menus, location)
  if (takesOrders && !menus.some(({ menu }) => menu.modes.includes('order')))
    source.report(['ordering'], 'takes online orders, and no menu is in "order"')
  else if (takesOrders)
    reportUnservedDays(
      source,
      location,
      menus.map(({ menu }) => menu),
    )
  for (const { source: file, menu } of menus) {
    if (menu.modes.length === 0) file.report(['modes'], 'is empty, so no guest sees this menu')
    if (menu.categories.length === 0) file.report(['categories'], 'has no category')
    menu.categories.forEach(({ items }, index) => {
      if (items.length === 0) file.report(['categories', index, 'items'], 'has no dish')
    })
  }
  return notes
}

/** A special day on whose weekday no menu is served: menus follow the weekday, so that every dish would be refused. */
function reportUnservedDays(
  source: SourceFile,
  { special_days: days = [] }: LocationFile,
  menus: readonly MenuFile[],
): void {
  const ordered = menus.filter(({ modes }) => modes.includes('order'))
  for (const [index, { date, hours, kitchen_hours: kitchen = hours }] of days.entries()) {
    const day = dayOf(date)
    if (kitchen.length > 0 && ordered.every(({ served }) => served?.[day].length === 0))
      source.report(
        ['special_days', index],
        `has hours, and no menu is served on a ${day[0]!.toUpperCase()}${day.slice(1)}`,
      )
  }
}

/** The paths of a menu, its categories and its dishes, in each of its modes. */
function addressesOf({ external_id: id, modes, categories }: MenuFile): string[] {
  return modes.flatMap((mode) => {
    const menu = `/${mode === 'order' ? 'order' : 'menus'}/${id}`
    return [
      menu,
      ...categories.flatMap((category) => {
        const part = `${menu}/category/${category.external_id}`
        return [part, ...category.items.map((item) => `${part}/item/${item.external_id}`)]
      }),
    ]
  })
}

/** All links of a file to menus and dishes, wherever they occur. */
function listLinks(value: unknown, path: FieldPath): { path: FieldPath; link: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => {
    const at: FieldPath = [...path, Array.isArray(value) ? Number(name) : name]
    const isLink = (name === 'link' || name === 'action') && typeof inside === 'string'
    return isLink && /^\/(menus|order)\/./.test(inside)
      ? [{ path: at, link: inside.replace(/[?#].*$/, '').replace(/\/$/, '') }]
      : listLinks(inside, at)
  })
}
