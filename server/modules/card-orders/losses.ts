import type { Cents } from '#contract/money.ts'
import type { Queryable } from '#server/db/database.ts'

/**
 * What banks have taken for good from an order's payment; `isAll`: together with its refunds, nothing of the payment is left. A refund that its bank sent back
 * is still owed and does not count.
 */
export type Loss = { takenCents: Cents; paidCents: Cents; isAll: boolean }

/** SQL for the cents lost from the payment in row `p` of `card_order_payments`. */
export const takenCents = `(SELECT coalesce(sum(l.amount_cents), 0)::int FROM disputes l WHERE l.location_id = p.location_id AND l.order_id = p.order_id AND l.state = 'lost')`
const refundedCents = `(SELECT coalesce(sum(r.amount_cents), 0)::int FROM card_order_refunds r WHERE r.location_id = p.location_id AND r.order_id = p.order_id AND NOT r.by_bank
  AND (r.failed_at IS NULL OR r.done_at IS NOT NULL))`

/** SQL: nothing is left of the payment of the order in row `o` of `card_orders`. */
export const isAllGone = `EXISTS (SELECT 1 FROM card_order_payments p WHERE p.location_id = o.location_id AND p.order_id = o.id
  AND p.amount_cents <= ${takenCents} + ${refundedCents})`

/**
 * The losses behind the holds of cards and orders, by the holds' causes: disputes that the bank decided against the restaurant. One may concern only a part of
 * the payment.
 */
export async function listLosses(
  database: Queryable,
  locationId: string,
  causes: readonly string[],
): Promise<Map<string, Loss>> {
  const disputes = causes.filter((cause) => cause.startsWith('dispute:'))
  if (disputes.length === 0) return new Map()
  const rows = await database.query<{
    cause: string
    paid_cents: Cents
    taken_cents: Cents
    refunded_cents: Cents
  }>(
    `SELECT 'dispute:' || d.id AS cause, p.amount_cents AS paid_cents,
       ${takenCents} AS taken_cents, ${refundedCents} AS refunded_cents
     FROM disputes d JOIN card_order_payments p ON p.location_id = d.location_id AND p.order_id = d.order_id
     WHERE d.location_id = $1 AND 'dispute:' || d.id = ANY (string_to_array($2, ',')) AND d.state = 'lost'`,
    [locationId, disputes.join()],
  )
  return new Map(
    rows.map(({ cause, paid_cents: paidCents, taken_cents: takenCents, refunded_cents: refundedCents }) => [
      cause,
      { takenCents, paidCents, isAll: takenCents + refundedCents >= paidCents },
    ]),
  )
}
