import type { SoldOutLength } from '#contract/rules/sold-out.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { SoldOutDishes } from '#server/modules/tickets/sold-out.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import { endOfDay } from './pause.ts'

/** What the kitchen says has run out (docs/decisions/078). */

type Row = { location_id: string; item_id: string; until: number | null }

const soldOutOf = ({ item_id, until }: Row): SoldOut => ({
  item_id,
  ...(until !== null && { until: new Date(until).toISOString() }),
})

/** The dishes of a location's menus that have run out at an instant (ms), in one order. One that left the menu is none. */
export async function listSoldOut(
  database: Queryable,
  merchant: Merchant,
  nowMs: number,
): Promise<SoldOut[]> {
  const rows = await database.query<Row>(
    'SELECT location_id, item_id, until FROM sold_out WHERE location_id = $1 AND (until IS NULL OR until > $2) ORDER BY item_id',
    [merchant.locationId, nowMs],
  )
  return onMenus(merchant, rows)
}

/** Tells the tickets what has run out where: what other servers have heard, too. */
export async function refreshSoldOut(
  database: Queryable,
  merchants: readonly Merchant[],
  soldOut: SoldOutDishes,
  nowMs: number,
): Promise<void> {
  const rows = await database.query<Row>(
    'SELECT location_id, item_id, until FROM sold_out WHERE until IS NULL OR until > $1 ORDER BY item_id',
    [nowMs],
  )
  for (const merchant of merchants)
    soldOut.set(
      merchant.locationId,
      onMenus(
        merchant,
        rows.filter((row) => row.location_id === merchant.locationId),
      ),
    )
}

const onMenus = (merchant: Merchant, rows: readonly Row[]): SoldOut[] =>
  rows.filter((row) => merchant.findDish(row.item_id) !== undefined).map(soldOutOf)

/** The dish that is meant. Throws 422 for one that is on no menu. */
export function getDish(merchant: Merchant, itemId: string): MenuItem {
  const dish = merchant.findDish(itemId)
  if (!dish) throw fieldProblem(422, 'item_id', 'This dish is no longer on your menus.')
  return dish
}

/** Writes down that a dish has run out, and gives what guests may know of it. */
export function sellOut(
  tx: Transaction,
  merchant: Merchant,
  itemId: string,
  length: SoldOutLength,
  nowMs: number,
): SoldOut {
  const until = length === 'day' ? endOfDay(merchant, nowMs) : null
  tx.later(
    `INSERT INTO sold_out (location_id, item_id, until, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (location_id, item_id) DO UPDATE SET until = excluded.until, since = excluded.since`,
    [merchant.locationId, itemId, until, nowMs],
  )
  return soldOutOf({ location_id: merchant.locationId, item_id: itemId, until })
}

/** Writes down that there is more of it. */
export const restock = (tx: Transaction, { locationId }: Merchant, itemId: string): void =>
  tx.later('DELETE FROM sold_out WHERE location_id = $1 AND item_id = $2', [locationId, itemId])
