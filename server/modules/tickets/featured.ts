import { addDays } from '#contract/local-time.ts'
import { minuteMs } from '#contract/durations.ts'
import { maxFeatured } from '#contract/rules/featured.ts'
import type { FeaturedDishes } from '#contract/schemas/featured-dishes.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Merchant, todayAt } from '#server/merchants/merchant.ts'

/** What a restaurant's home page begins with (extension `featured_dishes`, docs/decisions/084). */

export const featuredEveryMs = 30 * minuteMs
/** What was ordered longer ago says nothing of now. */
const recentDays = 28
/** So many orders a dish must be on: less is chance, and would tell who ordered what. */
const minOrders = 5
/** So few are not what everybody orders. */
const minDishes = 3

/** The most ordered dishes of each location, as this server last counted them. */
export class FeaturedList {
  readonly #popular = new Map<string, readonly string[]>()

  /** Tells a location's most ordered dishes (`omnivore_id`s), the first first. */
  set(locationId: string, itemIds: readonly string[]): void {
    this.#popular.set(locationId, itemIds)
  }

  /** Those that are still on its menus; undefined where they are too few, and what the restaurant itself names stands. */
  find(merchant: Merchant): FeaturedDishes | undefined {
    const ids = this.#popular.get(merchant.locationId) ?? []
    const onMenus = ids.filter((id) => merchant.findDish(id)).slice(0, maxFeatured)
    return onMenus.length < minDishes ? undefined : { by: 'orders', item_ids: onMenus }
  }
}

/** Counts each location's orders of the last four weeks at an instant (ms). Cancelled ones do not count. */
export async function countFeatured(
  database: Queryable,
  merchants: readonly Merchant[],
  featured: FeaturedList,
  nowMs: number,
): Promise<void> {
  for (const merchant of merchants) {
    const rows = await database.query<{ menu_item: string }>(
      `SELECT l.menu_item FROM submissions s
       JOIN tickets t ON t.location_id = s.location_id AND t.id = s.ticket_id
       JOIN ticket_lines l ON l.location_id = s.location_id AND l.ticket_id = s.ticket_id
       WHERE s.location_id = $1 AND s.day >= $2 AND t.status <> 'Cancelled'
       GROUP BY l.menu_item HAVING count(DISTINCT s.ticket_id) >= $3
       ORDER BY count(DISTINCT s.ticket_id) DESC, l.menu_item LIMIT $4`,
      [merchant.locationId, addDays(todayAt(merchant, nowMs), -recentDays), minOrders, 2 * maxFeatured],
    )
    featured.set(
      merchant.locationId,
      rows.map(({ menu_item }) => menu_item),
    )
  }
}
