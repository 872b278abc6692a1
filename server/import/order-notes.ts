import { dayMinutes } from '#contract/durations.ts'
import { days } from '#contract/local-time.ts'
import { features } from '#contract/rules/features.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import { minutesOf } from '#contract/time-of-day.ts'
import type { LocationFile, MenuFile } from './file-schemas.ts'
import { isObject } from './is-object.ts'
import type { SourceFile } from './source-file.ts'

type WrittenMenu = { source: SourceFile; menu: MenuFile }

/** Reports menus of which nobody can have anything: every dish is sold out, or it is served only while no orders are taken. */
export function reportUselessMenus(menus: readonly WrittenMenu[], location: LocationFile): void {
  const { kitchen, hours, settings } = location
  const taken = rangesOfWeek(kitchen.hours ?? hours)
  const takesOrders = features.onlineOrders.isOn(settings) && taken.length > 0
  for (const { source, menu } of menus) {
    const dishes = menu.categories.flatMap(({ items }) => items)
    if (dishes.length > 0 && dishes.every(({ available }) => !available))
      source.report(['categories'], 'has only dishes that are sold out')
    if (takesOrders && menu.modes.includes('order') && menu.served && !meet(rangesOfWeek(menu.served), taken))
      source.report(
        ['served'],
        `is never while orders are taken, by ${kitchen.hours ? 'kitchen.hours' : 'hours'} of location.json`,
      )
  }
}

type Range = { from: number; until: number }

const rangesOfWeek = (hours: OpeningHours): Range[] =>
  days.flatMap((day, at) =>
    hours[day].map(([from, until]) => ({
      from: at * dayMinutes + minutesOf(from),
      until: at * dayMinutes + minutesOf(until),
    })),
  )

/** Whether two weeks have a minute in common. A Sunday's hours may reach into Monday. */
const meet = (one: readonly Range[], other: readonly Range[]): boolean =>
  one.some(({ from, until }) =>
    other.some((range) =>
      [-7, 0, 7].some(
        (ahead) => from < range.until + ahead * dayMinutes && range.from + ahead * dayMinutes < until,
      ),
    ),
  )

/** Reports online orders to which nothing leads: neither the home page's button or dishes, nor the menu of links, nor an announcement. */
export function reportNoWayToOrder(location: LocationFile, source: SourceFile): void {
  const { home_page: home } = location.settings.consumer_application_settings
  const isLinked =
    home?.welcome_box?.online_order?.enable === true ||
    (location.house_favorites ?? []).length > 0 ||
    [home?.navigation_menu?.active, location.announcements].some(leadsToOrder)
  if (!isLinked)
    source.report(
      ['settings', 'consumer_application_settings', 'home_page'],
      'has no way to order, and online orders are on',
    )
}

function leadsToOrder(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(leadsToOrder)
  if (!isObject(value)) return false
  // Without an account, guests do not see it.
  if (value['user_required'] === true) return false
  return (
    [value['link'], value['action']].some(
      (link) => typeof link === 'string' && /^\/order(\/|$)/.test(link),
    ) || leadsToOrder(value['sub_links'])
  )
}
