import { addDays } from '#contract/local-time.ts'
import type { Transaction } from '#server/db/database.ts'
import { maxOrderAheadDays } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** Order numbers (decision 072): `B-1042`, short enough to say over a counter, and unique among the orders that may be in the kitchen. */

const first = 1001
/** The last four-digit number. */
const lastShort = 9999
/** How many longer numbers are used before shorter ones are tried again. */
const rangeSize = 1000
/** From the earliest order for a day until that day is over. */
const windowDays = maxOrderAheadDays + 1

/**
 * The number of an order placed on `day` (the location's date): the one after the last, whatever the day. Locks the counter's row until the transaction ends.
 * Other orders' numbers are only read where the range known to be free ends: once in thousands of orders.
 */
export async function nextOrderName(tx: Transaction, merchant: Merchant, day: string): Promise<string> {
  const rows = await tx.query<{ last_number: number }>(
    `INSERT INTO order_counters (location_id, last_number, free_until) VALUES ($1, $2, $3)
     ON CONFLICT (location_id) DO UPDATE SET last_number = order_counters.last_number + 1
     WHERE order_counters.last_number < order_counters.free_until RETURNING last_number`,
    [merchant.locationId, first, lastShort],
  )
  const number = rows[0]?.last_number ?? (await reserveNumberRange(tx, merchant, day))
  const letter = /[A-Za-z]/.exec(merchant.location.name)?.[0] ?? 'N'
  return `${letter.toUpperCase()}-${number}`
}

/** Reserves a range of free numbers, and returns its first. This locks the counter's row: ON CONFLICT locks it even where it changes nothing. */
async function reserveNumberRange(tx: Transaction, { locationId }: Merchant, day: string): Promise<number> {
  const [counters, given] = await Promise.all([
    tx.query<{ last_number: number }>('SELECT last_number FROM order_counters WHERE location_id = $1', [
      locationId,
    ]),
    tx.query<{ number: number }>(
      `SELECT DISTINCT substring(name FROM '[0-9]+$')::int AS number FROM submissions WHERE location_id = $1 AND day >= $2`,
      [locationId, addDays(day, -windowDays)],
    ),
  ])
  const { next, freeUntil } = findFreeRange(
    counters[0]!.last_number,
    new Set(given.map(({ number }) => number)),
  )
  tx.later('UPDATE order_counters SET last_number = $2, free_until = $3 WHERE location_id = $1', [
    locationId,
    next,
    freeUntil,
  ])
  return next
}

/**
 * The next free number after `last`, and the end of its free range: after 9999 it restarts at the first four-digit number, and uses longer ones only while all
 * of those are taken.
 */
export function findFreeRange(last: number, taken: ReadonlySet<number>): { next: number; freeUntil: number } {
  const free = (from: number): number => {
    let number = from
    while (taken.has(number)) number += 1
    return number
  }
  const ahead = free(last + 1)
  const next = ahead > lastShort ? free(first) : ahead
  const end = next > lastShort ? next + rangeSize - 1 : lastShort
  let freeUntil = next
  while (freeUntil < end && !taken.has(freeUntil + 1)) freeUntil += 1
  return { next, freeUntil }
}
