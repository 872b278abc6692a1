import { currencyText } from '#contract/currency-text.ts'
import type { Cents } from '#contract/money.ts'
import type { CardOrderRefund, RefundPart } from '#contract/schemas/refund.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { type ReceiverColumn, receiverOf, receiverOfColumn } from '#server/modules/cards/redeem.ts'
import { displayTime } from '#server/modules/location/wall-clock.ts'

type Row = {
  order_id: string
  id: string
  at: number
  display_name: string
  tender_type: RefundPart['tender_type']
  amount_cents: Cents
  done_at: number | null
  failed_at: number | null
  by_hand: boolean
  by_bank: boolean
  card_void: boolean
  /** The gift card that has the money now. */
  receiver: ReceiverColumn | null
  disputed: boolean
}

/** The refunds of an order; empty where there are none. */
type RefundsOf = (orderId: string) => { refunds?: CardOrderRefund[] }

/** Refunds of food orders, split by tender, and of orders for gift cards, the oldest first. */
export async function listRefunds(
  database: Queryable,
  { locationId, location }: Pick<Merchant, 'locationId' | 'location'>,
  orderIds: readonly string[],
): Promise<RefundsOf> {
  if (orderIds.length === 0) return () => ({})
  const rows = await database.query<Row>(
    `SELECT r.ticket_id AS order_id, r.id, r.created_at AS at, b.display_name, b.tender_type, b.non_tip_cents + b.tip_cents AS amount_cents,
       b.done_at, b.failed_at, b.by_hand, b.by_bank, b.card_void,
       CASE WHEN b.tender_type = 'card' THEN ${receiverOf('p.card_id')} END AS receiver, coalesce(p.dispute = 'open', false) AS disputed
     FROM refunds r JOIN refund_parts b ON b.location_id = r.location_id AND b.refund_id = r.id
     JOIN payments p ON p.location_id = b.location_id AND p.id = b.payment_id
     WHERE r.location_id = $1 AND r.ticket_id = ANY (string_to_array($2, ','))
     UNION ALL
     SELECT r.order_id, r.id, r.created_at, p.display_name, 'credit_card', r.amount_cents, r.done_at, r.failed_at, r.by_hand, r.by_bank, false, NULL::jsonb,
       EXISTS (SELECT 1 FROM disputes d WHERE d.location_id = r.location_id AND d.order_id = r.order_id AND d.state = 'open')
     FROM card_order_refunds r JOIN card_order_payments p ON p.location_id = r.location_id AND p.order_id = r.order_id
     WHERE r.location_id = $1 AND r.order_id = ANY (string_to_array($2, ','))
     ORDER BY at, id, tender_type`,
    [locationId, orderIds.join()],
  )
  const acts = new Map<string, Row[]>()
  for (const row of rows) acts.set(row.id, [...(acts.get(row.id) ?? []), row])
  return (orderId) => {
    const own = [...acts.values()].filter(([part]) => part!.order_id === orderId)
    return own.length === 0 ? {} : { refunds: own.map((parts) => refundOf(parts, location)) }
  }
}

/** One refund, as an order shows it. */
function refundOf(parts: readonly Row[], { time_zone: timeZone }: Merchant['location']): CardOrderRefund {
  const { id, at } = parts[0]!
  return {
    id,
    at: new Date(at).toISOString(),
    display: displayTime(at, timeZone),
    amount: currencyText(parts.reduce((sum, part) => sum + part.amount_cents, 0)),
    parts: parts.map(partOf),
  }
}

const partOf = (row: Row): RefundPart => ({
  display_name: row.display_name,
  tender_type: row.tender_type,
  amount: currencyText(row.amount_cents),
  ...(row.done_at !== null && { done_at: new Date(row.done_at).toISOString() }),
  ...(row.failed_at !== null && { failed_at: new Date(row.failed_at).toISOString() }),
  ...(row.by_hand && { by_hand: true }),
  ...(row.by_bank && { dispute: 'lost' as const }),
  ...(row.card_void && { card_void: true }),
  ...(receiverOfColumn(row.receiver)?.isHeld && { card_held: true }),
  ...(row.done_at === null && row.disputed && { dispute: 'open' as const }),
})

/**
 * What banks have taken of an order's payments beyond what covered its refunds; empty where it is nothing. The same rule as `takenByBank` of the tickets and
 * `takenBeyondRefunds` of the card orders, which this module may not import: disputed-orders.test.ts compares the answers.
 */
export async function listTaken(
  database: Queryable,
  locationId: string,
  orderIds: readonly string[],
): Promise<(orderId: string) => { taken_back?: string }> {
  if (orderIds.length === 0) return () => ({})
  const rows = await database.query<{ order_id: string; cents: Cents }>(
    `SELECT p.ticket_id AS order_id, sum(p.lost_cents)::int - coalesce((SELECT sum(b.non_tip_cents + b.tip_cents) FROM refund_parts b
         WHERE b.location_id = $1 AND b.ticket_id = p.ticket_id AND b.by_bank), 0)::int AS cents
       FROM payments p WHERE p.location_id = $1 AND p.ticket_id = ANY (string_to_array($2, ',')) AND p.lost_cents > 0 GROUP BY p.ticket_id
     UNION ALL
     SELECT d.order_id, sum(d.amount_cents)::int - coalesce((SELECT sum(r.amount_cents) FROM card_order_refunds r
         WHERE r.location_id = $1 AND r.order_id = d.order_id AND r.by_bank), 0)::int
       FROM disputes d WHERE d.location_id = $1 AND d.order_id = ANY (string_to_array($2, ',')) AND d.state = 'lost' GROUP BY d.order_id`,
    [locationId, orderIds.join()],
  )
  const taken = new Map(rows.map(({ order_id: id, cents }) => [id, cents]))
  return (orderId) => {
    const cents = taken.get(orderId) ?? 0
    return cents > 0 ? { taken_back: currencyText(cents) } : {}
  }
}
