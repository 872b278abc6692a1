import { addDays } from '#contract/local-time.ts'
import { minuteMs } from '#contract/durations.ts'
import { maxFeatured } from '#contract/rules/featured.ts'
import type { FeaturedDishes } from '#contract/schemas/featured-dishes.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Merchant, todayAt } from '#server/merchants/merchant.ts'

/** The dishes at the top of a restaurant's home page (extension `featured_dishes`, docs/decisions/084). */

export const featuredEveryMs = 30 * minuteMs
/** Older orders say nothing about now. */
const recentDays = 28
/** A dish must be on this many orders: fewer are chance, and would reveal who ordered what. */
const minOrders = 5
/** With fewer dishes than this, there is no list. */
const minDishes = 3

/** The most ordered dishes of each location, as this server last counted them. */
export class FeaturedList {
  readonly #popular = new Map<string, readonly string[]>()

  /** Sets a location's most ordered dishes (`omnivore_id`s), the first first. */
  set(locationId: string, itemIds: readonly string[]): void {
    this.#popular.set(locationId, itemIds)
  }

  /** Those still on the menus; undefined where they are too few: then the restaurant's own choice applies. */
  find(merchant: Merchant): FeaturedDishes | undefined {
    const ids = this.#popular.get(merchant.locationId) ?? []
    const onMenus = ids.filter((id) => merchant.findDish(id)).slice(0, maxFeatured)
    return onMenus.length < minDishes ? undefined : { by: 'orders', item_ids: onMenus }
  }
}

/** Counts each location's orders of the last four weeks before an instant (ms), without canceled ones. */
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
