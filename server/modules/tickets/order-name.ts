import { addDays } from '#contract/local-time.ts'
import type { Transaction } from '#server/db/database.ts'
import { maxOrderAheadDays } from '#server/merchants/document.ts'
import type { Merchant } from '#server/merchants/merchant.ts'

/** Names of orders (decision 072): `B-1042`, short enough to say over a counter, and no other order's while both can be in the kitchen. */

const first = 1001
/** The last one of four digits. */
const lastShort = 9999
/** How many longer ones are given before shorter ones are looked for again. */
const rangeSize = 1000
/** From the earliest order for a day until that day is over. */
const windowDays = maxOrderAheadDays + 1

/**
 * The name of an order that is placed on `day` (the location's): the number after the last one's, whatever the day. The counter's row is kept from others
 * until the transaction ends. What other orders have is only read where the stretch that is known to be free ends: once in thousands of orders.
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

/** Begins a stretch of free numbers, and gives its first. The counter's row is locked: a conflict locks it also where it changes nothing. */
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
 * The next number after `last` that is not taken, and up to which one all are free: four digits from the beginning again after 9999, and more than four
 * only while all of those are taken.
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
