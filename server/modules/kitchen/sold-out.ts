import { type SoldOutLength, soldOutState } from '#contract/rules/sold-out.ts'
import type { SoldOutBody } from '#contract/schemas/kitchen.ts'
import type { SoldOut } from '#contract/schemas/location.ts'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { SoldOutDishes } from '#server/modules/tickets/sold-out.ts'
import { changedMeanwhile, fieldProblem } from '#server/plugins/problems.ts'
import { endOfDay } from './pause.ts'

/** Dishes that the kitchen has marked as sold out (docs/decisions/078). */

type Row = { location_id: string; item_id: string; until: number | null }

const soldOutOf = ({ item_id, until }: Row): SoldOut => ({
  item_id,
  ...(until !== null && { until: new Date(until).toISOString() }),
})

/** The sold-out dishes of a location's menus at an instant (ms), in a stable order, without those that have left the menu. */
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

/** Updates the tickets module with all sold-out dishes, including what other servers have recorded. */
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

/** The dish with this id. Throws 422 for one that is on no menu. */
export function getDish(merchant: Merchant, itemId: string): MenuItem {
  const dish = merchant.findDish(itemId)
  if (!dish) throw fieldProblem(422, 'item_id', 'This dish is no longer on your menus.')
  return dish
}

/** Throws 409 where somebody else has switched a dish to something else since the screen showed it as `seen`. One whose time is over was not switched. */
export function checkSeenDish(
  merchant: Merchant,
  dish: MenuItem,
  before: readonly SoldOut[],
  { item_id: itemId, length, seen }: SoldOutBody,
  nowMs: number,
): void {
  if (seen === undefined) return
  const state = soldOutState(before.find((one) => one.item_id === itemId))
  const wanted = length === 'day' ? new Date(endOfDay(merchant, nowMs)).toISOString() : length
  const isBack = seen !== 'open' && Date.parse(seen) <= nowMs
  if (state !== wanted && state !== (isBack ? 'none' : seen))
    throw changedMeanwhile(`${dish.name} was already switched on another screen. Nothing was changed.`)
}

/** Records that a dish is sold out, and returns what guests may know of it. */
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

/** Records that a dish is available again. */
export const restock = (tx: Transaction, { locationId }: Merchant, itemId: string): void =>
  tx.later('DELETE FROM sold_out WHERE location_id = $1 AND item_id = $2', [locationId, itemId])
