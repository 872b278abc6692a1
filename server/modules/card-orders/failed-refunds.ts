import type { Cents } from '#contract/money.ts'
import type { Buyer } from '#contract/rules/card-order.ts'
import { type FailedRefund, maxFailedRefunds } from '#contract/schemas/failed-refund.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { recordTransfer } from '#server/modules/ledger/ledger.ts'
import { dropRefundFailedNews } from '#server/modules/order-messages/outbox.ts'
import {
  originalIdOf,
  findReturned,
  retryIdOf,
  refundKey,
  type RequestedRefund,
  type Settled,
  type Settling,
} from '#server/modules/payments/returned-refunds.ts'
import { notifyRefundFailed } from './news.ts'
import { numberOf, type Order } from './order.ts'
import { lockOrder } from './repository.ts'
import type { OrderPorts } from './service.ts'

/** Refunds of gift card orders that the buyer's bank sent back; the counterpart for food is modules/tickets/failed-refunds.ts (decision 073). */

type Ports = Pick<OrderPorts, 'clock' | 'ids'>
type Row = {
  id: string
  order_id: string
  amount_cents: Cents
  outside_cents: Cents
  done_at: number | null
  failed_at: number | null
  provider_refund_id: string | null
}

/** Books a refund that did not arrive, or never will. The order is locked by the caller. */
export async function bookReturnedOrderRefund(
  tx: Transaction,
  order: Order,
  { id, key }: Pick<RequestedRefund, 'id' | 'key'>,
  ports: Ports,
): Promise<void> {
  const rows = await tx.query<Row>(
    'SELECT * FROM card_order_refunds WHERE location_id = $1 AND order_id = $2 FOR UPDATE',
    [order.locationId, order.id],
  )
  const row = findReturned(rows, { id, key }, keyOf)
  if (row) setFailed(tx, order, row, ports)
}

/** Books a refund that the provider has refused for good. */
export async function bookRefusedOrderRefund(
  tx: Transaction,
  locationId: string,
  { id, orderId }: { id: string; orderId: string },
  ports: Ports,
): Promise<void> {
  const order = await lockOrder(tx, locationId, orderId)
  const rows = await tx.query<Row>(
    'SELECT * FROM card_order_refunds WHERE location_id = $1 AND id = $2 AND done_at IS NULL AND failed_at IS NULL FOR UPDATE',
    [locationId, id],
  )
  if (order && rows[0]) setFailed(tx, order, rows[0], ports)
}

const keyOf = ({ id, amount_cents: amountCents, outside_cents: outsideCents }: Row): string =>
  refundKey({ id, amountCents, outsideCents })

function setFailed(tx: Transaction, order: Order, row: Row, ports: Ports): void {
  const { locationId, id: orderId } = order
  const { id, amount_cents: amountCents } = row
  const nowMs = ports.clock.now()
  if (row.done_at !== null)
    recordTransfer(
      tx,
      locationId,
      { id: `${id}:failed`, from: 'card_provider', to: 'card_sales', amountCents, orderId },
      nowMs,
    )
  tx.later(
    `UPDATE card_order_refunds SET id = $4, done_at = NULL, provider_refund_id = NULL, failed_at = $3, locked_until = 0, locked_by = NULL
     WHERE location_id = $1 AND id = $2`,
    [locationId, id, nowMs, retryIdOf(id)],
  )
  notifyRefundFailed(tx, order, { id, amountCents }, ports)
}

/** SQL for the dispute state of the payment of the order with the id `id`: `open`, `lost`, or null. */
const disputeOf = (id: string): string =>
  `(SELECT CASE WHEN bool_or(d.state = 'open') THEN 'open' WHEN bool_or(d.state = 'lost') THEN 'lost' END
    FROM disputes d WHERE d.location_id = $1 AND d.order_id = ${id})`

type Disputed = { dispute: 'open' | 'lost' | null }
type ListedRow = Row &
  Disputed & {
    reference: string
    buyer: Buyer
    display_name: string
    created_at: number
    failed_at: number
  }

/** A location's failed refunds that are still owed, the oldest first. */
export async function listFailedOrderRefunds(
  database: Queryable,
  locationId: string,
): Promise<FailedRefund[]> {
  const rows = await database.query<ListedRow>(
    `SELECT r.*, o.reference, o.buyer, p.display_name, ${disputeOf('o.id')} AS dispute FROM card_order_refunds r
     JOIN card_orders o ON o.location_id = r.location_id AND o.id = r.order_id
     JOIN card_order_payments p ON p.location_id = r.location_id AND p.order_id = r.order_id
     WHERE r.location_id = $1 AND r.failed_at IS NOT NULL AND r.done_at IS NULL ORDER BY r.failed_at, r.id LIMIT ${maxFailedRefunds}`,
    [locationId],
  )
  return rows.map((row) => ({
    id: row.id,
    kind: 'card_order',
    about: numberOf({ id: row.order_id }),
    reference: row.reference,
    amount_cents: row.amount_cents,
    display_name: row.display_name,
    name: [row.buyer.buyer_first_name, row.buyer.buyer_last_name].filter(Boolean).join(' '),
    // Buyers of gift cards are not asked for a phone number.
    phone: '',
    email: row.buyer.buyer_email,
    ...(row.dispute && { dispute: row.dispute }),
    at: new Date(row.created_at).toISOString(),
    failed_at: new Date(row.failed_at).toISOString(),
  }))
}

/** Like `settleTicketRefund` (modules/tickets/failed-refunds.ts), for gift card orders. */
export async function settleOrderRefund(
  tx: Transaction,
  locationId: string,
  { id, how, amountCents }: Settling,
  { clock }: Pick<Ports, 'clock'>,
): Promise<Settled | undefined> {
  const found = await tx.query<{ order_id: string }>(
    'SELECT order_id FROM card_order_refunds WHERE location_id = $1 AND id = $2',
    [locationId, id],
  )
  const order = found[0] && (await lockOrder(tx, locationId, found[0].order_id))
  if (!order) return undefined
  const rows = await tx.query<Row & Disputed>(
    `SELECT r.*, ${disputeOf('r.order_id')} AS dispute FROM card_order_refunds r
     WHERE r.location_id = $1 AND r.id = $2 AND r.failed_at IS NOT NULL AND r.done_at IS NULL FOR UPDATE OF r`,
    [locationId, id],
  )
  if (rows[0]?.amount_cents !== amountCents) return { outcome: 'changed' }
  if (rows[0].dispute === 'open') return { outcome: 'disputed' }
  const about = numberOf(order)
  const displayName = order.payment?.displayName ?? ''
  const nowMs = clock.now()
  dropRefundFailedNews(tx, { locationId, id: order.id, about: originalIdOf(id) })
  if (how === 'again')
    tx.later('UPDATE card_order_refunds SET failed_at = NULL WHERE location_id = $1 AND id = $2', [
      locationId,
      id,
    ])
  else {
    tx.later(
      'UPDATE card_order_refunds SET done_at = $3, by_hand = true WHERE location_id = $1 AND id = $2',
      [locationId, id, nowMs],
    )
    recordTransfer(
      tx,
      locationId,
      { id: `${id}:back`, from: 'card_sales', to: 'own_cash', amountCents, orderId: order.id },
      nowMs,
    )
  }
  return { outcome: 'settled', about, displayName }
}
