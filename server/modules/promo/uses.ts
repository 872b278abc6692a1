import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type Buying, type Person, personOf } from './people.ts'
import { findPromoCode, promoRefused } from './rules.ts'

/**
 * How often codes are used, counted before the first money of whatever is paid: a food order, an order for gift cards, one of posted cards. Whoever counts
 * holds the code's row until their transaction ends, so that of any number who come at once, on any number of servers, no more have it than the merchant
 * allows. Every function runs in the transaction that it is given; the order is locked by the caller, who writes `heldPromo`.
 */

/** What a use is counted for. */
export type PromoHolder = Buying & {
  id: string
  /** The code that is on it. */
  promoCode: string | undefined
  /** The code that is counted for it, in capitals. */
  heldPromo: string | undefined
}

const usedUp = 'This promo code has been used up.'
const usedByPerson = (maxUses: number): string =>
  maxUses === 1
    ? 'You have used this promo code already. It counts once per person.'
    : `You have used this promo code ${maxUses} times, which is as often as it counts.`

/**
 * Counts a use of the holder's code, or of none where it takes nothing off (`holds` false): asked again it is counted once, with whoever buys now. Gives
 * the code that is counted. Throws 422 promo_invalid when it is used up, or by this person.
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
    // A statement of its own, after the lock: within the locking one, uses would be as they were before it had to wait.
    countOtherUses(tx, holder, code, person),
  ])
  const own = holder.heldPromo === code ? 1 : 0
  checkLimits(merchant, code, { taken: counts[0]!.taken - own, byPerson: uses })
  writeUse(tx, holder, code, person, own === 0)
  return code
}

/** Throws 422 promo_invalid when a code that was just typed is used up already, or by this person as far as they are known. Counts nothing. */
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

/** Gives the use that is counted for an order to others. */
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
