import type { Database, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount, getPromoCode } from '#server/modules/promo/rules.ts'
import { checkPromoUse, countPromoUse, freePromoUse, type PromoHolder } from '#server/modules/promo/uses.ts'
import { abandonAttempt, findOpenAttempt, isFresh } from '#server/modules/payments/attempts.ts'
import type { Order } from './order.ts'
import { purchaseOf } from './price.ts'
import { lockOrder, updateOrder } from './repository.ts'

/** Promo codes on orders for gift cards, mailed ones included. */

/** Sets an order's promo code, by the rules for gift cards; an empty one removes it. Throws 422 promo_invalid. */
export function withPromoCode(
  merchant: Merchant,
  order: Order,
  typed: string | undefined,
  nowMs: number,
): Order {
  if (typed === undefined) return order
  return {
    ...order,
    promoCode: typed.trim() === '' ? undefined : getPromoCode(merchant, typed, purchaseOf(order), nowMs).code,
  }
}

/**
 * Checks the code of a changed order: a newly entered one must not be used up already (throws 422 promo_invalid), and a removed one releases its use. The
 * caller saves the order.
 */
export async function withPromoChecked(
  tx: Transaction,
  merchant: Merchant,
  before: Order,
  changed: Order,
): Promise<Order> {
  if (changed.promoCode === before.promoCode) return changed
  await checkPromoUse(tx, merchant, holderOf(changed))
  freePromoUse(tx, changed)
  return { ...changed, heldPromo: undefined }
}

/** The order with a use of its code counted, before it is paid; the caller saves it. Throws 422 promo_invalid when the code is used up. */
export async function withPromoCounted(
  tx: Transaction,
  merchant: Merchant,
  order: Order,
  nowMs: number,
): Promise<Order> {
  const holds = findDiscount(merchant, order.promoCode, purchaseOf(order), nowMs) !== undefined
  return { ...order, heldPromo: await countPromoUse(tx, merchant, holderOf(order), holds) }
}

// Without a phone: the recipient's is not the buyer's.
const holderOf = ({ locationId, id, userId, buyer, promoCode, heldPromo }: Order): PromoHolder => ({
  locationId,
  id,
  userId,
  promoCode,
  heldPromo,
  email: buyer.buyer_email,
  phone: '',
})

const leftAfterMs = 15 * 60_000
const batchSize = 50

/** The orders of locations that hold a use of a code, and were abandoned for a quarter of an hour. */
export const listOrdersHoldingPromo = (
  database: Database,
  locationIds: readonly string[],
  nowMs: number,
): Promise<{ location_id: string; id: string }[]> =>
  database.query(
    `SELECT location_id, id FROM card_orders
     WHERE status = 'Open' AND held_promo IS NOT NULL AND touched_at <= $1 AND location_id = ANY (string_to_array($2, ','))
     ORDER BY touched_at DESC LIMIT ${batchSize}`,
    [nowMs - leftAfterMs, locationIds.join()],
  )

/** Releases the use of an abandoned order, unless it may still be charged. */
export const freeLeftPromo = (
  database: Database,
  { locationId }: Pick<Merchant, 'locationId'>,
  id: string,
  nowMs: number,
): Promise<void> =>
  database.transaction(async (tx) => {
    const order = await lockOrder(tx, locationId, id)
    if (order?.status !== 'Open' || nowMs - order.touchedAt < leftAfterMs) return
    const attempt = await findOpenAttempt(tx, locationId, { kind: 'order', id })
    if (attempt && isFresh(attempt, nowMs, leftAfterMs)) return
    if (attempt) abandonAttempt(tx, locationId, attempt)
    freePromoUse(tx, order)
    updateOrder(tx, { ...order, heldPromo: undefined })
  })
