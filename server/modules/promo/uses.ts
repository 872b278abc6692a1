import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type Buying, type Person, personOf } from './people.ts'
import { findPromoCode, promoRefused } from './rules.ts'

/**
 * Counts how often codes are used, before the first payment of whatever is bought: a food order, an order for gift cards, one for mailed cards. Counting locks
 * the code's row until the transaction ends, so that simultaneous buyers, on any number of servers, never exceed the merchant's maximum. Every function runs in
 * the caller's transaction; the caller has locked the order, and saves `heldPromo`.
 */

/** What a use is counted for. */
export type PromoHolder = Buying & {
  id: string
  /** Its promo code. */
  promoCode: string | undefined
  /** The code, in capitals, whose use is counted for it. */
  heldPromo: string | undefined
}

const usedUp = 'This promo code has been used up.'
const usedByPerson = (maxUses: number): string =>
  maxUses === 1
    ? 'You have already used this promo code. It can be used once per person.'
    : `You have used this promo code ${maxUses} times, which is the limit.`

/**
 * Counts a use of the holder's code, or of none where it takes nothing off (`holds` false); repeating it counts once, under the current buyer. Returns the
 * counted code. Throws 422 promo_invalid when it is used up, or this person has used it.
 */
export async function countPromoUse(
  tx: Transaction,
  merchant: Merchant,
  holder: PromoHolder,
  holds: boolean,
): Promise<string | undefined> {
  const code = holds ? holder.promoCode?.toUpperCase() : undefined
  if (holder.heldPromo !== undefined && holder.heldPromo !== code) freePromoUse(tx, holder)
  if (code === undefined) return undefined
  const person = await personOf(tx, holder)
  const [counts, uses] = await Promise.all([
    tx.query<{ taken: number }>(
      `INSERT INTO promo_counts (location_id, code, taken) VALUES ($1, $2, 0)
       ON CONFLICT (location_id, code) DO UPDATE SET taken = promo_counts.taken RETURNING taken`,
      [holder.locationId, code],
    ),
    // A separate statement after the lock: the locking one, if it had to wait, would see old uses.
    countOtherUses(tx, holder, code, person),
  ])
  const own = holder.heldPromo === code ? 1 : 0
  checkLimits(merchant, code, { taken: counts[0]!.taken - own, byPerson: uses })
  writeUse(tx, holder, code, person, own === 0)
  return code
}

/** Throws 422 promo_invalid when a newly typed code is used up, or used by this person as far as they are known. Counts nothing. */
export async function checkPromoUse(tx: Queryable, merchant: Merchant, holder: PromoHolder): Promise<void> {
  const code = holder.promoCode?.toUpperCase()
  if (code === undefined) return
  const person = await personOf(tx, holder)
  const [counts, uses] = await Promise.all([
    tx.query<{ taken: number }>('SELECT taken FROM promo_counts WHERE location_id = $1 AND code = $2', [
      holder.locationId,
      code,
    ]),
    countOtherUses(tx, holder, code, person),
  ])
  checkLimits(merchant, code, {
    taken: (counts[0]?.taken ?? 0) - (holder.heldPromo === code ? 1 : 0),
    byPerson: uses,
  })
}

/** Releases the use counted for an order. */
export function freePromoUse(
  tx: Transaction,
  { locationId, id, heldPromo }: Pick<PromoHolder, 'locationId' | 'id' | 'heldPromo'>,
): void {
  if (heldPromo === undefined) return
  tx.later('DELETE FROM promo_uses WHERE location_id = $1 AND order_id = $2', [locationId, id])
  tx.later('UPDATE promo_counts SET taken = taken - 1 WHERE location_id = $1 AND code = $2', [
    locationId,
    heldPromo,
  ])
}

async function countOtherUses(
  tx: Queryable,
  { locationId, id }: PromoHolder,
  code: string,
  { known }: Person,
): Promise<number> {
  const rows = await tx.query<{ uses: number }>(
    `SELECT count(DISTINCT order_id)::int AS uses FROM promo_uses
     WHERE location_id = $1 AND code = $2 AND person = ANY (string_to_array($3, ',')) AND order_id <> $4`,
    [locationId, code, known.join(), id],
  )
  return rows[0]!.uses
}

function checkLimits(
  merchant: Merchant,
  code: string,
  { taken, byPerson }: { taken: number; byPerson: number },
): void {
  const promo = findPromoCode(merchant, code)
  if (promo?.uses !== undefined && taken >= promo.uses) throw promoRefused(usedUp)
  if (promo?.usesPerPerson !== undefined && byPerson >= promo.usesPerPerson)
    throw promoRefused(usedByPerson(promo.usesPerPerson))
}

function writeUse(
  tx: Transaction,
  { locationId, id }: PromoHolder,
  code: string,
  { kept }: Person,
  isNew: boolean,
): void {
  if (isNew)
    tx.later('UPDATE promo_counts SET taken = taken + 1 WHERE location_id = $1 AND code = $2', [
      locationId,
      code,
    ])
  else tx.later('DELETE FROM promo_uses WHERE location_id = $1 AND order_id = $2', [locationId, id])
  tx.later(
    `INSERT INTO promo_uses (location_id, code, person, order_id) SELECT $1, $2, person, $3 FROM unnest(string_to_array($4, ',')) AS person`,
    [locationId, code, id, kept.join()],
  )
}

/** The promo codes that were used for these orders. */
export const exportPromoUses = (
  database: Queryable,
  locationId: string,
  orderIds: readonly string[],
): Promise<unknown[]> =>
  database.query(
    `SELECT DISTINCT code, order_id FROM promo_uses WHERE location_id = $1 AND order_id = ANY (string_to_array($2, ',')) ORDER BY order_id`,
    [locationId, orderIds.join()],
  )
