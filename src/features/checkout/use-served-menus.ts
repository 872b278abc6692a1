import type { ServedMenu } from '#contract/rules/menu-hours.ts'
import { useMenus } from '#lib/query/menu-book.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'

/** The menus of an order's dishes: it can be ready only while all of them are served. */
export function useServedMenus({ lines }: Pick<TicketView, 'lines'>): readonly ServedMenu[] {
  const { menus } = useMenus('order')
  return menus?.filter((menu) => lines.some((line) => line.menu_external_id === menu.external_id)) ?? []
}
